// All policies, so that endpoints can name one of their actions.
import { ADMIN_POLICY } from "./admin.ts";
import { BOOKING_POLICY } from "./booking.ts";
import { BOOKING_CHANGE_POLICY } from "./booking-change.ts";
import { CONVERSATION_POLICY } from "./conversation.ts";
import { DEPOSIT_POLICY } from "./deposit/deposit.ts";
import { HELPER_POLICY } from "./helper.ts";
import { HOST_AREA_POLICY } from "./host-area.ts";
import { LATER_CHARGE_POLICY } from "./later-charge.ts";
import { LISTING_POLICY } from "./listing.ts";
import { PAYOUT_POLICY } from "./payout.ts";
import { REVIEW_POLICY } from "./review.ts";
import { TRIP_POLICY } from "./trip/trip.ts";
import { TRIP_CASE_POLICY } from "./trip/trip-case.ts";

const POLICIES = {
  admin: ADMIN_POLICY,
  booking: BOOKING_POLICY,
  booking_change: BOOKING_CHANGE_POLICY,
  conversation: CONVERSATION_POLICY,
  deposit: DEPOSIT_POLICY,
  helper: HELPER_POLICY,
  host_area: HOST_AREA_POLICY,
  later_charge: LATER_CHARGE_POLICY,
  listing: LISTING_POLICY,
  payout: PAYOUT_POLICY,
  review: REVIEW_POLICY,
  trip: TRIP_POLICY,
  trip_case: TRIP_CASE_POLICY,
};

type Policies = typeof POLICIES;

/** A thing and an action, such as "booking.approve". */
export type PolicyName = {
  [Thing in keyof Policies]: `${Thing}.${keyof Policies[Thing] & string}`;
}[keyof Policies];

const WHO = new Map<string, readonly string[]>(
  Object.entries(POLICIES).flatMap(([thing, policy]) =>
    Object.entries(policy).map(([action, { who }]) => [`${thing}.${action}`, who] as const),
  ),
);

/** Who may take the action. */
export const whoMay = (name: PolicyName): readonly string[] => WHO.get(name) ?? [];
