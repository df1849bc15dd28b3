// Notifies people of a driver's answer. Both sides are told when a driver accepts or leaves; only
// the renter is told of a refusal, which names nobody.
import type { DbCtx, NotifyCtx, User } from "../../../platform/context.ts";
import { getOwnProfile } from "../../accounts/accounts.service.ts";
import { notify, type NotificationInput } from "../../notifications/notifications.service.ts";
import { getDetails } from "../bookings.repository.ts";
import {
  nameTrip,
  partyName,
  PATHS,
  withToday,
  type MailedBooking,
} from "../notifications/booking-mail.ts";
import {
  acceptedMails,
  declinedMail,
  drivingPath,
  leftMails,
  toDriverFacts,
  welcomeMail,
} from "./drivers.mails.ts";
import type { DriverRow } from "./drivers.repository.ts";

/** Notifies renter, host and the driver. */
export async function notifyOfAcceptance(
  tx: NotifyCtx,
  bookingId: string,
  { id }: DriverRow,
  user: User,
): Promise<void> {
  const booking = withToday(tx, await getDetails(tx.db, bookingId));
  const mails = acceptedMails(booking, await readName(tx, user), tx.publicUrl());
  await notifySide(tx, booking, "renter", { key: `driver:${id}:accepted`, mail: mails.renter });
  await notifySide(tx, booking, "host", { key: `driver:${id}:accepted`, mail: mails.host });
  await notify(tx, {
    to: user.id,
    kind: "booking",
    key: `driver:${id}:accepted`,
    about: nameTrip(booking),
    path: drivingPath(id),
    mail: welcomeMail(booking, id, tx.publicUrl()),
    isRead: true,
  });
}

/** Notifies renter and host, who both counted on the driver. */
export async function notifyOfLeaving(
  tx: NotifyCtx,
  bookingId: string,
  { id }: DriverRow,
  user: User,
): Promise<void> {
  const booking = withToday(tx, await getDetails(tx.db, bookingId));
  const mails = leftMails(booking, await readName(tx, user), tx.publicUrl());
  const given = { key: `driver:${id}:left`, always: true };
  await notifySide(tx, booking, "renter", { ...given, mail: mails.renter });
  await notifySide(tx, booking, "host", { ...given, mail: mails.host });
}

/** Notifies only the renter, without naming the person. */
export async function notifyOfRefusal(
  tx: NotifyCtx,
  bookingId: string,
  { id, email }: DriverRow,
): Promise<void> {
  const booking = withToday(tx, await getDetails(tx.db, bookingId));
  const mail = declinedMail(booking, email, tx.publicUrl());
  await notifySide(tx, booking, "renter", { key: `driver:${id}:declined`, mail });
}

const notifySide = (
  tx: NotifyCtx,
  booking: MailedBooking,
  party: "renter" | "host",
  { mail, ...given }: Pick<NotificationInput, "key" | "mail" | "always">,
): Promise<boolean> =>
  notify(tx, {
    to: booking[`${party}_id`],
    kind: "booking",
    about: nameTrip(booking),
    path: PATHS[party](booking.id),
    mail: { facts: toDriverFacts(booking), ...mail },
    ...given,
  });

async function readName(tx: DbCtx, user: User): Promise<string> {
  const { first_name, last_name } = await getOwnProfile(tx, user.id);
  return partyName(first_name, last_name);
}
