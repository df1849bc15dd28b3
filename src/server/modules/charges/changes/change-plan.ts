// A planned change, as requests store it.
import { changeExpiresAt } from "../../../../domain/booking/changes/booking-change.ts";
import type { ChangeQuoteDetails } from "../../../../domain/booking/changes/change-quote.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { TimeOfDay } from "../../../../domain/calendar/time-of-day.ts";
import type { RequestedDates } from "../../../../domain/booking/rental-period.ts";
import type { ExtraRequest } from "../../../../domain/listing/add-ons/extras.ts";
import type { GivenBack } from "../../../../domain/booking/changes/change-charge.ts";
import { sumLines, toLineDetails, type ChargeLine } from "../../../../domain/money/charge-line.ts";

/** What a client asks for. What is left out stays as booked. */
export interface WantedChange extends RequestedDates {
  meeting_place_id?: string | null | undefined;
  extras?: readonly ExtraRequest[] | undefined;
}

/** The terms of a booking before or after a change, as the wire writes them. */
export interface ChangeTerms {
  start_date: CalendarDate;
  end_date: CalendarDate;
  pickup_time: TimeOfDay | null;
  return_time: TimeOfDay | null;
  days: number;
  meeting_place_id: string | null;
  meeting_place_name: string | null;
  extras: { extra_id: string; name: string; quantity: number }[];
}

/** A planned change, as requests store it. Amounts are integer cents. */
export interface ChangePlan {
  from: ChangeTerms;
  to: ChangeTerms;
  added: ChargeLine[];
  returned: ChargeLine[];
  refund: GivenBack;
  agreedMost: GivenBack;
  /** What the host earns of the added lines. */
  addedHostCents: number;
  /** How many of the days given up were not refunded before. */
  returnedDays: number;
  /** The discount of those days, less that of days taken back; a negative amount. */
  returnedDiscountCents: number;
  dayPricesCents: number[];
  place: { latitude: number; longitude: number } | null;
  /** When what is changed begins. */
  beginsAt: string;
  isAutoAccepted: boolean;
  /** Whether all days move because of a storm, at no cost. No day is given back. */
  isStormMove?: true;
}

export const planToQuote = (plan: ChangePlan): ChangeQuoteDetails => ({
  lines: toLineDetails([...plan.added, ...plan.returned]),
  amount_due_cents: sumLines(plan.added),
  refund_cents: plan.refund.cents,
  agreed_refund_max_cents: plan.agreedMost.cents,
  is_auto_accepted: plan.isAutoAccepted,
});

/** The host's part of what is given back beyond the refund; integer cents. */
export const agreedHostCents = (
  { agreedMost }: Pick<ChangePlan, "agreedMost">,
  agreedCents: number,
): number =>
  agreedMost.cents === 0 ? 0 : Math.round((agreedMost.hostCents * agreedCents) / agreedMost.cents);

/** Whether only the return changes, which is possible after the pickup. */
export const onlyMovesReturn = ({ from, to }: Pick<ChangePlan, "from" | "to">): boolean =>
  from.start_date === to.start_date &&
  from.pickup_time === to.pickup_time &&
  from.meeting_place_id === to.meeting_place_id &&
  from.extras.length === to.extras.length;

export const planExpiresAt = (plan: Pick<ChangePlan, "beginsAt">, now: Date): Date =>
  changeExpiresAt(now, new Date(plan.beginsAt));
