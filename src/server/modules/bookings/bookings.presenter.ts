// Converts a booking with its car and people to the contract's type, and decides who sees whose
// contact details.
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import type { BookingFacts } from "../../../domain/booking/booking.ts";
import {
  hostMayCancelUntil,
  isPaidTooLate,
  renterMayCancelUntil,
} from "../../../domain/booking/booking-deadlines.ts";
import { cancellationTerms } from "../../../domain/booking/cancellation.ts";
import { maskContacts } from "../../../domain/text/contact-masking.ts";
import { maskListing } from "../../../domain/listing/listing-masking.ts";
import { sumLines, toLineDetails } from "../../../domain/money/charge-line.ts";
import { centsToDollars } from "../../../domain/money/money.ts";
import { driverFlags, mayReadDriverFlags } from "../../../domain/person/driver-flags.ts";
import { allowedOnBooking, type BookingParty } from "../../../domain/policies/booking.ts";
import type { ChargedMoney } from "../../../domain/money/refund.ts";
import { toRating, reviewsEndAt, reviewState } from "../../../domain/review/review.ts";
import { toBookedDetails } from "../../../domain/tariff/usage-terms.ts";
import { toBookedPlace } from "./booked-place.ts";
import { pickupInstructions, type BookingDetailsRow } from "./bookings.repository.ts";
import { presentDrivers } from "./drivers/drivers.presenter.ts";
import { toBookingFacts } from "./transitions.ts";

export const toChargedMoney = (row: BookingDetailsRow): ChargedMoney => ({
  amountDueCents: row.amount_due_cents,
  refundedCents: row.refund_cents,
  lostCents: row.lost_cents,
  creditCents: row.credit_cents,
  creditReturnedCents: row.credit_returned_cents,
});

const masked = (text: string | null): string | null => text && maskContacts(text);

const mayCancelUntil = ({ period, isInStorm }: Pick<BookingFacts, "period" | "isInStorm">): Date =>
  isInStorm ? hostMayCancelUntil(period) : renterMayCancelUntil(period);

/** What the renter's cancellation would cost, and until when it is possible. */
function presentCancellation(
  booking: Parameters<typeof cancellationTerms>[0]["booking"] & Pick<BookingFacts, "isInStorm">,
  viewer: BookingParty,
  now: Date,
): Booking["cancellation"] {
  const terms = cancellationTerms({ booking, by: viewer, now });
  return {
    allowed: terms.allowed && viewer === "renter",
    fee_cents: terms.feeCents,
    refund_cents: terms.refundCents,
    credit_cents: terms.creditCents,
    until: mayCancelUntil(booking).toISOString(),
  };
}

/** @param viewer the party for whom the booking is shown; `may` and the amounts are theirs */
export function presentBooking(row: BookingDetailsRow, viewer: BookingParty, now: Date): Booking {
  // Each side sees the other's contact details only once the booking is approved (product.md,
  // Privacy and trust).
  const approved = row.status === "approved" || row.status === "completed";
  const money = toChargedMoney(row);
  const facts = { ...toBookingFacts(row, { isInStorm: row.storm !== null }), ...money };
  const review = presentReviewState(row, viewer, now);
  const may = allowedOnBooking({
    booking: { ...facts, isOnHold: row.hold_reason !== null },
    actorKind: viewer,
    now,
    money,
    review: review.state,
  });
  return {
    id: row.id,
    number: formatBookingNumber(row.number),
    start_date: row.start_date,
    end_date: row.end_date,
    pickup_time: row.pickup_time,
    return_time: row.return_time,
    meeting_place: toBookedPlace(row),
    usage_terms: toBookedDetails(row),
    status: row.status,
    payment_status: row.payment_status,
    dispute: row.dispute,
    on_hold: row.hold_reason !== null,
    storm: row.storm,
    picked_up_at: row.picked_up_at,
    returned_at: row.returned_at,
    return_noticed_at: row.return_noticed_at,
    delayed_pickup_at: row.delayed_pickup_at,
    has_trip: row.status === "approved" || row.has_trip_record,
    total_amount: centsToDollars(row.total_cents),
    special_requests:
      viewer === "host" && !approved ? masked(row.special_requests) : row.special_requests,
    created_at: row.created_at,
    booking_mode: row.booking_mode,
    price_per_day: centsToDollars(row.price_per_day_cents),
    day_prices_cents: row.day_prices_cents,
    lines: toLineDetails(row.lines),
    service_fee_cents: sumLines(row.lines, { code: "service_fee" }),
    processing_fee_cents: sumLines(row.lines, { code: "processing_fee" }),
    amount_due_cents: row.amount_due_cents,
    credit_cents: row.credit_cents,
    host_share_cents: viewer === "renter" ? null : row.host_share_cents,
    borne_by_host_cents: viewer === "renter" ? null : row.borne_by_host_cents,
    refunded_cents: row.refunded_cents,
    credit_returned_cents: row.credit_returned_cents,
    approving: row.approving_since !== null,
    refund_pending_cents: row.refund_cents - row.refunded_cents,
    refund_pending: row.wanted === "refund",
    withdrawn: isWithdrawn(row),
    paid_too_late: row.payment_status === "voided" && isPaidTooLate(row),
    lapses_at: row.status === "pending" ? row.lapses_at : null,
    decision_reason: row.decision_reason,
    host_cancellation: presentHostCancellation(row, viewer),
    car: presentCar(row, viewer, approved),
    renter: presentRenter(row, viewer, approved),
    drivers: presentDrivers(row, viewer, now),
    review,
    cancellation: presentCancellation(facts, viewer, now),
    host_actions: {
      approve: may.includes("approve"),
      reject: may.includes("reject"),
      cancel: may.includes("cancel") && viewer !== "renter",
    },
    may,
  };
}

/** Hides the reason and a waiver from the renter, who keeps the credit either way. */
const presentHostCancellation = (
  { host_cancellation: found }: BookingDetailsRow,
  viewer: BookingParty,
): Booking["host_cancellation"] =>
  found && {
    reason: viewer === "renter" ? null : found.reason,
    fee_cents: found.fee_cents,
    is_waived: viewer !== "renter" && found.waived_at !== null,
  };

/** A checkout that the renter replaced and paid too late was never a request. */
const isWithdrawn = (row: BookingDetailsRow): boolean =>
  row.payment_status === "voided" && row.cancelled_by === "renter" && row.authorized_at !== null;

function presentCar(
  row: BookingDetailsRow,
  viewer: BookingParty,
  approved: boolean,
): Booking["car"] {
  const car = viewer === "renter" ? maskListing(row) : row;
  // At a meeting place, the car's own location stays private, as do its instructions.
  const seesPickup =
    viewer !== "renter" || (row.status === "approved" && row.meeting_place_id === null);
  return {
    id: row.car_id,
    title: car.title,
    make: car.make,
    model: car.model,
    year: row.year,
    license_plate: viewer === "renter" ? null : row.license_plate,
    images: row.images,
    location: car.location,
    latitude: seesPickup ? row.latitude : null,
    longitude: seesPickup ? row.longitude : null,
    pickup_instructions: viewer === "renter" ? pickupInstructions(row) : row.pickup_instructions,
    host: {
      first_name: row.host_first_name,
      last_name: row.host_last_name,
      email: viewer !== "renter" || approved ? row.host_email : null,
      phone: viewer !== "renter" || approved ? row.host_phone : null,
      identity: row.host_identity,
    },
  };
}

const presentRenter = (
  row: BookingDetailsRow,
  viewer: BookingParty,
  approved: boolean,
): Booking["renter"] => ({
  first_name: row.renter_first_name,
  last_name: row.renter_last_name,
  email: viewer !== "host" || approved ? row.renter_email : null,
  phone: viewer !== "host" || approved ? row.renter_phone : null,
  identity: row.renter_identity,
  rating: toRating(row.renter_star_sum, row.renter_review_count),
  flags: mayReadDriverFlags(viewer, row.status)
    ? driverFlags({
        tripsOverlap: row.trips_overlap,
        identity: row.renter_identity,
        isDisputed: row.renter_disputed,
      })
    : [],
});

/** The state of the viewer's review of the other side. Admins write no reviews. */
function presentReviewState(
  row: BookingDetailsRow,
  viewer: BookingParty,
  now: Date,
): Booking["review"] {
  const endDate = row.ended_on ?? row.end_date;
  const ends_at = reviewsEndAt(endDate).toISOString();
  if (viewer === "admin") return { state: "none", ends_at, other_wrote: false };
  const other = viewer === "renter" ? "host" : "renter";
  const written =
    row[`${viewer}_wrote_at`] === null
      ? null
      : { isPublished: row[`${viewer}_published_at`] !== null };
  return {
    state: reviewState({ status: row.status, endDate, written }, now),
    ends_at,
    other_wrote: row[`${other}_wrote_at`] !== null,
  };
}
