// What follows for a booking when a bank questions its charge, takes it back or gives it up
// (product.md, Booking and payment).
import { toTripTimes, tripPhase } from "../../../../domain/trip/trip-end.ts";
import { refundableToCard } from "../../../../domain/money/refund.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { DisputeState } from "../../../platform/payments/provider.ts";
import { mailAdmins } from "../../accounts/accounts.service.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { remindOfDeadlines } from "../../payments/payments.service.ts";
import { getDetails, lockBooking, type BookingDetailsRow } from "../bookings.repository.ts";
import { toChargedMoney } from "../bookings.presenter.ts";
import {
  formatDates,
  nameCar,
  PATHS,
  toMailFacts,
  withToday,
} from "../notifications/booking-mail.ts";
import {
  disputeMail,
  disputeReminderMail,
  hostDisputeMail,
  laterDisputeMail,
} from "../notifications/dispute.mails.ts";
import { PROVIDER, publishBookingChange, takeStep } from "../transitions.ts";
import {
  banRenter,
  endBookingBan,
  holdTrip,
  lockRenter,
} from "../trip-holds/trip-holds.service.ts";

/** Call it in the transaction that stores the dispute's state, with the booking locked. */
export async function followDispute(
  tx: Ctx,
  bookingId: string,
  provided: DisputeState,
): Promise<void> {
  const before = await getDetails(tx.db, bookingId);
  await publishBookingChange(tx, before);
  if (provided.state === "lost") await stopTrips(tx, before, provided);
  if (provided.state === "won") {
    await endBookingBan(tx, before.renter_id, PROVIDER, provided.id);
    await refundCancelled(tx, before);
  }
  const booking = withToday(tx, await getDetails(tx.db, bookingId));
  const mail = disputeMail(booking, provided, tx.publicUrl());
  await mailAdmins(tx, "read_money", mail);
  // A cancellation has its own email, and its host is not affected any further.
  if (booking.status === "cancelled") return;
  const toHost = hostDisputeMail(booking, provided.state, tx.publicUrl());
  if (!toHost) return;
  await notify(tx, {
    to: booking.host_id,
    kind: "booking",
    key: `dispute:${provided.id}:${provided.state}`,
    about: `${nameCar(booking)}, ${formatDates(booking)}`,
    path: PATHS.host(bookingId),
    mail: { facts: toMailFacts(booking, "host"), ...toHost },
  });
}

/**
 * A dispute about a charge after the trip, or about what was taken from the deposit, leaves the
 * booking and the host's earnings as they are. After a lost one, the renter can't book, as after
 * any lost dispute.
 */
export async function followLaterDispute(
  tx: Ctx,
  bookingId: string,
  provided: DisputeState,
  subject: "charge" | "deposit",
): Promise<void> {
  const booking = withToday(tx, await getDetails(tx.db, bookingId));
  await publishBookingChange(tx, booking);
  if (provided.state === "lost")
    await banRenter(tx, { renterId: booking.renter_id, disputeId: provided.id }, PROVIDER);
  if (provided.state === "won") await endBookingBan(tx, booking.renter_id, PROVIDER, provided.id);
  await mailAdmins(
    tx,
    "read_money",
    laterDisputeMail(booking, provided, { subject, origin: tx.publicUrl() }),
  );
}

/**
 * Follows a lost dispute: cancels its trip if that has not begun, puts the renter's other trips on
 * hold, and bans the renter from booking. A trip that is under way, or still paid in part, is put
 * on hold instead of cancelled.
 */
async function stopTrips(tx: Ctx, booking: BookingDetailsRow, { id }: DisputeState): Promise<void> {
  const hasBegun = tripPhase(toTripTimes(booking), tx.clock.now()) !== "ahead";
  // All locks are taken before those of tax documents (decision 41).
  await lockRenter(tx, booking.renter_id);
  if (booking.status === "approved") {
    if (!hasBegun && refundableToCard(toChargedMoney(booking)) === 0)
      await takeStep(tx, "cancel_for_dispute", await lockBooking(tx.db, booking.id), PROVIDER, {
        because: "charged_back",
      });
    else await holdTrip(tx, booking, "charged_back", PROVIDER);
  }
  await banRenter(tx, { renterId: booking.renter_id, disputeId: id }, PROVIDER);
}

/**
 * A won appeal returns the money of a booking that was cancelled after the loss. The trip did not
 * take place, so the renter gets it.
 */
async function refundCancelled(tx: Ctx, booking: BookingDetailsRow): Promise<void> {
  if (booking.status !== "cancelled" || refundableToCard(toChargedMoney(booking)) === 0) return;
  let row = await lockBooking(tx.db, booking.id);
  // Earlier refunds returned everything but the disputed amount.
  if (row.payment_status === "refunded")
    row = await takeStep(tx, "refund_taken_back_in_part", row, PROVIDER);
  await takeStep(tx, "refund_after_appeal", row, PROVIDER);
}

/** Reminds the admins of disputes that have to be answered within three days. */
export const remindOfDisputes = (ctx: Ctx): Promise<void> =>
  remindOfDeadlines(ctx, async (tx, { id, booking_id, amount_cents, respond_by }) => {
    if (respond_by === null) return;
    const booking = withToday(tx, await getDetails(tx.db, booking_id));
    const dispute = { id, amountCents: amount_cents, respondBy: new Date(respond_by) };
    await mailAdmins(tx, "read_money", disputeReminderMail(booking, dispute, tx.publicUrl()));
  });
