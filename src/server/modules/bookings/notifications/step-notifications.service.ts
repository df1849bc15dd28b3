// Notifies renter and host of a step of their booking, each once. The text is in bookings.mails.ts
// and money.mails.ts.
import type { TransitionName } from "../../../../domain/booking/booking.ts";
import type { Ctx } from "../../../platform/context.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import { layOutMail } from "../../../platform/mail/mail-layout.ts";
import { readMailedDocuments } from "../../vat/vat-document-reads.service.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { toVatFact } from "./vat-facts.ts";
import { stepAlert } from "./step-alerts.ts";
import { calendarFile } from "../booking-calendar.ts";
import { findRebookOffers } from "../decisions/rebook-offers.service.ts";
import { BOOKING_MAILS } from "./bookings.mails.ts";
import type { BookingDetailsRow } from "../bookings.repository.ts";
import {
  formatHelp,
  nameTrip,
  toMailFacts,
  PATHS,
  toBooking,
  withToday,
  type RefundContext,
  type BookingMail,
} from "./booking-mail.ts";

/** Both sides rely on the trip, so these are emailed even when emails about bookings are off. */
const CANCELLATIONS: readonly TransitionName[] = [
  "cancel_by_renter",
  "cancel_by_host",
  "cancel_by_admin",
  "cancel_for_dispute",
];
const WITH_CALENDAR_FILE: readonly TransitionName[] = ["capture_succeeded", ...CANCELLATIONS];

/** Whether the renter may need another car. A storm's batch cancels what nobody could drive. */
const leavesRenterStranded = (
  step: TransitionName,
  { because }: RefundContext,
  { storm_id }: BookingDetailsRow,
): boolean =>
  step === "cancel_by_host" ||
  (step === "cancel_by_admin" &&
    (because === "host_suspended" || (because === undefined && storm_id === null)));

/** Whether anybody is notified of a step. */
export const hasNotification = (step: TransitionName): boolean =>
  Object.hasOwn(BOOKING_MAILS, step);

/** Call it in the step's transaction. @returns how many people were newly notified */
export async function notifyStep(
  ctx: Ctx,
  step: TransitionName,
  booking: BookingDetailsRow,
  given: RefundContext,
): Promise<number> {
  const origin = ctx.publicUrl();
  const mailed = withToday(ctx, booking);
  const offered: RefundContext = {
    help: formatHelp(ctx.config),
    helpPhone: ctx.config.contacts.phone.text,
    ...(leavesRenterStranded(step, given, booking) && {
      offers: await findRebookOffers(ctx, booking),
    }),
    ...given,
  };
  const { renter, host } = BOOKING_MAILS[step]?.(mailed, origin, offered) ?? {};
  const shared = {
    kind: "booking",
    key: ["booking", booking.id, step, given.part?.id].filter(Boolean).join(":"),
    about: nameTrip(mailed),
  } as const;
  const notifyParty = (party: "renter" | "host", mail: BookingMail): Promise<boolean> =>
    notify(ctx, {
      ...shared,
      to: booking[`${party}_id`],
      path: PATHS[party](booking.id),
      mail: { facts: toMailFacts(mailed, party), ...mail },
      always: CANCELLATIONS.includes(step),
      // A renter requests by paying, which the provider reports.
      isRead:
        given.by.id === booking[`${party}_id`] ||
        (party === "renter" && step === "authorise_for_request"),
      alert: stepAlert(step, party, mailed, offered),
      attachments: WITH_CALENDAR_FILE.includes(step) ? [calendarFile(ctx, booking, party)] : [],
    });
  const notified = [
    renter ? await notifyParty("renter", renter) : false,
    host
      ? await notifyParty("host", { action: toBooking(booking, origin, "host"), ...host })
      : false,
  ];
  return notified.filter(Boolean).length;
}

/**
 * The receipt of a step, for the renter's records. It is emailed regardless of the renter's
 * settings.
 */
export async function mailReceipt(
  ctx: Pick<Ctx, "db" | "clock" | "jobs" | "publicUrl">,
  step: TransitionName,
  booking: BookingDetailsRow,
  given: RefundContext,
): Promise<void> {
  const mailed = withToday(ctx, booking);
  const receipt = BOOKING_MAILS[step]?.(mailed, ctx.publicUrl(), given).receipt;
  if (!receipt) return;
  const refundIds = step === "capture_succeeded" ? null : (given.made?.refundIds ?? []);
  const vat = (await readMailedDocuments(ctx, booking.id, refundIds)).map(toVatFact);
  await queueMail(ctx, {
    to: booking.renter_email,
    ...layOutMail({ ...receipt, facts: [...(receipt.facts ?? toMailFacts(mailed)), ...vat] }),
  });
}
