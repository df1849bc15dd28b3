// Notifies the host when the renter is shown the lockbox's code or confirms a handover with it, and
// the renter when the host contests that.
import type { HandoverKind } from "../../../../domain/trip/entry.ts";
import { LOCKBOX_ANSWER_HOURS } from "../../../../domain/trip/trip.ts";
import type { NotifyCtx } from "../../../platform/context.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { getDetails } from "../bookings.repository.ts";
import {
  nameTrip,
  toMailFacts,
  toTrip,
  TRIP_PATHS,
  withToday,
  type MailedBooking,
} from "./booking-mail.ts";

type LockboxEvent = "opened" | "confirmed" | "contested";

function writeText(
  { renter_first_name: renter, host_first_name: host, level_charge }: MailedBooking,
  handover: HandoverKind,
  event: LockboxEvent,
): { heading: string; text: string } {
  if (event === "opened")
    return {
      heading: `${renter} can now open your lockbox`,
      text: `We'll email you again when ${renter} confirms the pickup.`,
    };
  if (event === "contested")
    return {
      heading: `${host} contests your ${handover}`,
      text: `${host} doesn't agree with what you recorded, so nothing is charged from it. We may contact you. You can read ${host}'s words on the trip's page.`,
    };
  const isPickup = handover === "pickup";
  const usage = level_charge === "charging" ? "distance or charging" : "distance or fuel";
  return {
    heading: isPickup
      ? `${renter} picked up your car with the lockbox`
      : `${renter} returned your car to the lockbox`,
    text: `Please look at the photos and readings within ${LOCKBOX_ANSWER_HOURS} hours, and accept or contest them. If you don't accept them, we can't charge for ${isPickup ? usage : `a late return, ${usage}`}. ${isPickup ? "" : "Please change the lockbox's code before the next trip."}`.trim(),
  };
}

/** Call it in the transaction that stores the entry. */
export async function notifyOfLockbox(
  ctx: NotifyCtx,
  bookingId: string,
  handover: HandoverKind,
  event: LockboxEvent,
): Promise<void> {
  const booking = withToday(ctx, await getDetails(ctx.db, bookingId));
  const side = event === "contested" ? "renter" : "host";
  const { heading, text } = writeText(booking, handover, event);
  await notify(ctx, {
    to: booking[`${side}_id`],
    kind: "booking",
    key: `booking:${bookingId}:lockbox_${handover}_${event}`,
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
