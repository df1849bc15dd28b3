// Notifies people of a return that only one side, or an admin, has recorded.
import { RETURN_NOTICE_HOURS } from "../../../../domain/trip/trip.ts";
import type { NotifyCtx } from "../../../platform/context.ts";
import { getDetails } from "../bookings.repository.ts";
import {
  nameTrip,
  toMailFacts,
  toTrip,
  TRIP_PATHS,
  withToday,
  type MailedBooking,
} from "./booking-mail.ts";
import { notify } from "../../notifications/notifications.service.ts";

/** The renter's notice; a confirmation by the host alone, by the notice, or by an admin. */
type ReturnEvent = "notice" | "host" | "renter" | "admin";
type Side = "renter" | "host";

const RECIPIENTS: Record<ReturnEvent, readonly Side[]> = {
  notice: ["host"],
  host: ["renter"],
  renter: ["host"],
  admin: ["renter", "host"],
};

const TEXTS: Record<ReturnEvent, (booking: MailedBooking) => { heading: string; text: string }> = {
  notice: ({ renter_first_name: renter }) => ({
    heading: `${renter} says the car is back`,
    text: `Please check the car, and show ${renter} the code, or confirm the return on the trip's page. If you don't within ${RETURN_NOTICE_HOURS} hours, the return counts as confirmed. Unless ${renter} enters the code, a late return, distance, fuel or charging can't be charged. If the car isn't back, contact us.`,
  }),
  host: ({ host_first_name: host }) => ({
    heading: `${host} confirmed that the car is back`,
    text: "You can add photos and marks to the return for 24 hours. Is something wrong? Contact us.",
  }),
  renter: ({ renter_first_name: renter }) => ({
    heading: "The return is confirmed",
    text: `${renter} told us that the car is back, and you didn't answer within ${RETURN_NOTICE_HOURS} hours. See on the trip's page how long you can add photos and marks.`,
  }),
  admin: () => ({
    heading: "We've recorded the return",
    text: "Nobody had confirmed that the car is back, so our team did. Is something wrong? Contact us.",
  }),
};

/** Call it in the transaction that records the return. */
export async function notifyOfReturn(
  ctx: NotifyCtx,
  bookingId: string,
  event: ReturnEvent,
): Promise<void> {
  const booking = withToday(ctx, await getDetails(ctx.db, bookingId));
  const { heading, text } = TEXTS[event](booking);
  for (const side of RECIPIENTS[event])
    await notify(ctx, {
      to: booking[`${side}_id`],
      kind: "booking",
      key: `booking:${bookingId}:return_${event}`,
      about: nameTrip(booking),
      path: TRIP_PATHS[side](bookingId),
      always: true,
      mail: {
        subject: `${heading}: ${nameTrip(booking)}`,
        preview: text,
        heading,
        paragraphs: [text],
        facts: toMailFacts(booking, side),
        action: toTrip(booking, ctx.publicUrl(), side),
      },
    });
}
