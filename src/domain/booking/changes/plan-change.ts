// Which changes to a booking's dates and hours are possible (product.md, Changes).
import type { CalendarDate } from "../../calendar/dates.ts";
import { overlapInTime } from "../../calendar/taken-time.ts";
import { instantInNassau } from "../../calendar/time-of-day.ts";
import { DomainError } from "../../errors.ts";
import { checkRules, type BookingRules } from "../booking-rules.ts";
import {
  pickupAt,
  returnAt,
  takenTime,
  type RentalPeriod,
  type RentalTimes,
} from "../rental-period.ts";
import { GIVE_BACK_HOURS } from "./booking-change.ts";

const HOUR_MS = 3_600_000;

/** Whether two instants are the same. */
const isSame = (a: Date, b: Date): boolean => a.getTime() === b.getTime();

/**
 * Checks the new dates and hours.
 * @param isPickedUp whether the pickup is confirmed
 * @param addsOther whether the place moves or extras are added, which only works at a handover
 * @returns when the changed part of the trip begins, which is the latest time for an answer
 * @throws DomainError change_after_pickup, change_in_past, change_without_overlap, the codes of
 * BrokenRule
 */
export function checkNewPeriod(
  { from, to }: Record<"from" | "to", RentalPeriod & RentalTimes>,
  {
    rules,
    isPickedUp,
    addsOther,
    now,
  }: { rules: BookingRules; isPickedUp: boolean; addsOther: boolean; now: Date },
): { beginsAt: Date } {
  const movesPickup = !isSame(pickupAt(from), pickupAt(to));
  const movesReturn = !isSame(returnAt(from), returnAt(to));
  const hasBegun = isPickedUp || now >= pickupAt(from);
  if (hasBegun && (movesPickup || addsOther || !movesReturn))
    throw new DomainError("change_after_pickup", { pickup_at: pickupAt(from).toISOString() });
  const beginsAt = new Date(
    Math.min(
      ...(movesPickup || !movesReturn ? [pickupAt(from), pickupAt(to)] : []).map(Number),
      ...(movesReturn ? [returnAt(from), returnAt(to)] : []).map(Number),
    ),
  );
  if (beginsAt <= now) throw new DomainError("change_in_past");
  if (!overlapInTime(takenTime(from, 0), takenTime(to, 0)))
    throw new DomainError("change_without_overlap");
  checkRules(to, relaxRules(rules, from, movesPickup), movesPickup ? now : new Date(0));
  return { beginsAt };
}

/** The car's rules, but booked hours stay allowed and an unmoved pickup needs no notice. */
export function relaxRules(
  rules: BookingRules,
  { pickupTime, returnTime }: RentalTimes,
  movesPickup: boolean,
): BookingRules {
  const [first, last] = [pickupTime, returnTime].toSorted() as [
    typeof pickupTime,
    typeof pickupTime,
  ];
  return {
    ...rules,
    pickupFrom: first < rules.pickupFrom ? first : rules.pickupFrom,
    pickupUntil: last > rules.pickupUntil ? last : rules.pickupUntil,
    ...(movesPickup ? {} : { advanceNoticeHours: 0, bookingMode: "instant" as const }),
  };
}

/** Whether a booked date is refunded in full: it begins more than GIVE_BACK_HOURS from now. */
export const isRefundedInFull =
  ({ pickupTime }: RentalPeriod, now: Date) =>
  (date: CalendarDate): boolean =>
    instantInNassau(date, pickupTime ?? "00:00").getTime() - now.getTime() >
    GIVE_BACK_HOURS * HOUR_MS;
