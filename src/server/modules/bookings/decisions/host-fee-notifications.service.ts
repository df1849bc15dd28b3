// Notifies a host that the fee of a cancellation was waived.
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import type { NotifyCtx } from "../../../platform/context.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { getDetails } from "../bookings.repository.ts";
import {
  nameTrip,
  PATHS,
  toBooking,
  toMailFacts,
  withToday,
} from "../notifications/booking-mail.ts";

/** Call it in the transaction of the waiver. */
export async function notifyOfWaivedFee(
  ctx: NotifyCtx,
  bookingId: string,
  { feeCents, reason }: { feeCents: number; reason: string },
): Promise<void> {
  const booking = withToday(ctx, await getDetails(ctx.db, bookingId));
  const about = nameTrip(booking);
  const fee = formatUsd(feeCents);
  await notify(ctx, {
    to: booking.host_id,
    kind: "payout",
    key: `booking:${bookingId}:host_fee_waived`,
    about,
    path: PATHS.host(bookingId),
    mail: {
      subject: `Cancellation fee waived: ${about}`,
      preview: `You don't have to pay ${fee}.`,
      heading: `You don't have to pay ${fee}`,
      paragraphs: [
        `${PRODUCT_NAME} waived the fee for cancelling this booking. If we already took it off a payout, we'll add it back to your next one.`,
        `Reason: ${reason}`,
      ],
      facts: toMailFacts(booking, "host"),
      action: toBooking(booking, ctx.publicUrl(), "host"),
    },
  });
}
