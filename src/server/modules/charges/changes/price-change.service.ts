// Prices a change, and decides whether it needs an answer.
import type { ChangeSide } from "../../../../domain/booking/changes/booking-change.ts";
import { isRefundedInFull } from "../../../../domain/booking/changes/plan-change.ts";
import {
  returnAt,
  toPricedDays,
  toWirePeriod,
  type RentalPeriod,
} from "../../../../domain/booking/rental-period.ts";
import { addDays, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { DomainError } from "../../../../domain/errors.ts";
import type { AddOns } from "../../../../domain/listing/add-ons/add-ons.ts";
import {
  calculateChange,
  type ChargedBooking,
  type GivenBack,
} from "../../../../domain/booking/changes/change-charge.ts";
import { sumLines, type ChargeLine } from "../../../../domain/money/charge-line.ts";
import { SMALLEST_CHARGE_CENTS } from "../../../../domain/money/later/later-charge.ts";
import { MAX_CHARGE_CENTS, percentOfCents } from "../../../../domain/money/money.ts";
import { mostPartialRefund } from "../../../../domain/money/refund.ts";
import type { DataCtx } from "../../../platform/context.ts";
import type { BookingDetails } from "../../bookings/bookings.service.ts";
import { readExtensionSetting } from "../../listings/hosting/extensions.service.ts";
import { readRefundedMoney } from "../../payments/payments.service.ts";
import { findChanges, type ChangeRow } from "./changes.repository.ts";
import type { ChangePlan, ChangeTerms } from "./change-plan.ts";
import type { WantedPeriod } from "./change-offers.service.ts";

export interface ChangedAddOns {
  added: AddOns;
  /** The booked extras as they are offered today. */
  booked: AddOns["extras"];
  movesPlace: boolean;
}

interface PossibleChange extends WantedPeriod {
  side: ChangeSide;
  addOns: ChangedAddOns;
  /** The periods as stored: without times if the booking has none. */
  booked: RentalPeriod;
  asked: RentalPeriod;
  /** When what is changed begins. */
  beginsAt: Date;
}

/** @throws DomainError change_amount_out_of_range */
export async function priceChange(ctx: DataCtx, change: PossibleChange): Promise<ChangePlan> {
  const { booking, booked, asked, addOns, beginsAt } = change;
  const { charge, refund, agreedMost, returned } = await calculate(ctx, change);
  const place = addOns.movesPlace ? addOns.added.meetingPlace : null;
  const newPlace = addOns.movesPlace
    ? { meeting_place_id: place?.place_id ?? null, meeting_place_name: place?.name ?? null }
    : {};
  const addedExtras = addOns.added.extras.map(({ extra: { extra_id, name }, quantity }) => ({
    extra_id,
    name,
    quantity,
  }));
  return {
    from: toTerms(booking, booked, booking.days),
    to: {
      ...toTerms(booking, asked, charge.days),
      ...newPlace,
      extras: [...booking.extras, ...addedExtras],
    },
    added: charge.added,
    returned,
    refund,
    agreedMost,
    addedHostCents: percentOfCents(
      sumLines(charge.added, { earner: "host" }),
      booking.host_share_basis_points,
    ),
    returnedDays: charge.returnedDays,
    returnedDiscountCents: charge.returnedDiscountCents,
    dayPricesCents: charge.dayPricesCents,
    place: place && { latitude: place.latitude, longitude: place.longitude },
    beginsAt: beginsAt.toISOString(),
    isAutoAccepted: await isAutoAccepted(ctx, change, { refund, agreedMost }),
  };
}

const toTerms = (booking: BookingDetails, period: RentalPeriod, days: number): ChangeTerms => ({
  ...toWirePeriod(period),
  days,
  meeting_place_id: booking.meeting_place_id,
  meeting_place_name: booking.meeting_place_name,
  extras: booking.extras,
});

/** Prices a change. It never gives back more than is left of the charge. */
async function calculate(ctx: DataCtx, change: PossibleChange) {
  const { booking } = change;
  const { id, amount_due_cents, credit_cents } = booking;
  const money = await readRefundedMoney(ctx, {
    id,
    amountDueCents: amount_due_cents,
    creditCents: credit_cents,
  });
  const accepted = (await findChanges(ctx.db, id)).filter(({ state }) => state === "accepted");
  const charge = calculateChange(
    change.listing,
    toChargedBooking(change, {
      refundedDays: Math.max(0, money.refundedDays - booking.given_back_days),
      // Once an admin has refunded days, no day counts as given back without a refund.
      unrefunded:
        money.refundedDaysByAdmin > 0
          ? new Map()
          : findUnrefunded(accepted.filter(({ terms }) => !terms.isStormMove)),
      returnedDiscountCents: accepted.reduce(
        (sum, { terms }) => sum + terms.returnedDiscountCents,
        0,
      ),
    }),
    {
      ...toPricedDays(change.asked),
      place: change.addOns.movesPlace ? change.addOns.added.meetingPlace : null,
      bookedExtras: change.addOns.booked,
      addedExtras: change.addOns.added.extras,
    },
    isRefundedInFull(change.booked, ctx.clock.now()),
  );
  const cents = sumLines(charge.added);
  if ((cents > 0 && cents < SMALLEST_CHARGE_CENTS) || cents > MAX_CHARGE_CENTS)
    throw new DomainError("change_amount_out_of_range", {
      min_cents: SMALLEST_CHARGE_CENTS,
      max_cents: MAX_CHARGE_CENTS,
    });
  const mostCents = mostPartialRefund(
    { ...money, amountDueCents: amount_due_cents + cents },
    false,
  );
  const refund = limit(charge.refund, mostCents);
  const agreedMost = limit(charge.agreedMost, mostCents - refund.cents);
  const beforeCents =
    charge.refund.cents + charge.agreedMost.cents - refund.cents - agreedMost.cents;
  const returned =
    beforeCents === 0 ? charge.returned : [...charge.returned, refundedBefore(beforeCents)];
  return { charge, refund, agreedMost, returned };
}

const limit = ({ cents, hostCents }: GivenBack, mostCents: number): GivenBack =>
  cents <= mostCents
    ? { cents, hostCents }
    : { cents: mostCents, hostCents: Math.round((hostCents * mostCents) / cents) };

/** What earlier refunds have returned already. */
const refundedBefore = (amountCents: number): ChargeLine => ({
  code: "discount",
  label: "Refunded before",
  quantity: 1,
  unit: "booking",
  amountCents,
  earner: "host",
});

function toChargedBooking(
  { booking, booked }: PossibleChange,
  before: Pick<ChargedBooking, "refundedDays" | "unrefunded" | "returnedDiscountCents">,
): ChargedBooking {
  const chargedDays = booking.days + booking.given_back_days;
  return {
    ...before,
    start: toPricedDays(booked).start,
    days: booking.days,
    givenBackDays: booking.given_back_days,
    dayPricesCents:
      booking.day_prices_cents ??
      Array.from({ length: chargedDays }, () => booking.price_per_day_cents),
    lines: booking.lines,
    rates: {
      serviceFeeBasisPoints: booking.service_fee_basis_points,
      hostShareBasisPoints: booking.host_share_basis_points,
    },
  };
}

/**
 * The dates that changes gave back without any refund, with their prices. Call it only if no admin
 * has refunded days. Each plan lists the prices of such earlier dates before those of its own.
 * @param accepted changes, newest first
 */
function findUnrefunded(accepted: readonly ChangeRow[]): Map<CalendarDate, number> {
  const dates = new Map<CalendarDate, number>();
  for (const { terms, refund_cents, agreed_refund_cents } of accepted.toReversed()) {
    const { from, to, dayPricesCents } = terms;
    const next = new Set(listDates(to));
    const dropped = listDates(from).filter((date) => !next.has(date));
    for (const date of next) dates.delete(date);
    const droppedFrom = to.days + dates.size;
    if (refund_cents + (agreed_refund_cents ?? 0) > 0) continue;
    dropped.forEach((date, index) => {
      dates.set(date, dayPricesCents[droppedFrom + index] ?? 0);
    });
  }
  return dates;
}

const listDates = ({ start_date, days }: ChangeTerms): CalendarDate[] =>
  Array.from({ length: days }, (_, index) => addDays(start_date, index));

/**
 * Whether a change needs no answer: the renter extends into free days and the host has approved
 * that in advance, or the renter only gives up days that are refunded in full.
 */
async function isAutoAccepted(
  ctx: DataCtx,
  { booking, side, from, to, addOns }: PossibleChange,
  { refund, agreedMost }: Pick<ChangePlan, "refund" | "agreedMost">,
): Promise<boolean> {
  const onlyMovesReturn =
    from.start === to.start &&
    from.pickupTime === to.pickupTime &&
    !addOns.movesPlace &&
    addOns.added.extras.length === 0;
  if (side !== "renter" || !onlyMovesReturn) return false;
  if (returnAt(to) > returnAt(from))
    return (await readExtensionSetting(ctx, booking.car_id)).is_preapproved;
  return refund.cents > 0 && agreedMost.cents === 0;
}
