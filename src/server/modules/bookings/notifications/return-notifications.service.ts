// Notifies the other side of a return that one side alone, or an admin, has recorded.
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
    text: "You can add photos and marks to the return for 24 hours. Something isn't right? Contact us.",
  }),
  renter: ({ renter_first_name: renter }) => ({
    heading: "The return is confirmed",
    text: `${renter} said that the car is back, and ${RETURN_NOTICE_HOURS} hours have passed without your answer. The trip's page says until when you can add photos and marks.`,
  }),
  admin: () => ({
    heading: "We've recorded the return",
    text: "Nobody had confirmed that the car is back, so our team did. Something isn't right? Contact us.",
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
