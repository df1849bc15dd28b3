// The booking panel's state: the chosen dates, their price and the renter's own checkout.
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useSearchParams } from "react-router";
import type { ListingDetail } from "../../../../../contract/listings/listings.ts";
import {
  daysBetween,
  overlaps,
  subtractRange,
  todayInNassau,
  type CalendarDate,
  type DateRange,
} from "../../../../../domain/calendar/dates.ts";
import type { ChargeDetails, FreeRange } from "../../../../../domain/errors.ts";
import { readPrices } from "../../../../../domain/listing/prices.ts";
import { calculateCharge, toChargeDetails } from "../../../../../domain/money/charge.ts";
import { nearestFreeRanges } from "../../../../../domain/booking/rental-period.ts";
import { isMade, outcomeOf } from "../../../../parts/booking/booking-outcome.ts";
import { useKeptText } from "../../../../forms/kept-text.ts";
import {
  readChosenDates,
  toDateParameters,
  type ChosenDates,
} from "../../../../parts/booking/rental-days.ts";
import type { RangeSide } from "../../../../ui/form/date-range-field.tsx";
import { CHECKOUT_ID, DATES_ID, focusOn } from "./booking-focus.ts";
import { useAvailability, type Availability } from "./use-availability.ts";
import { useCreateCheckout, useReleaseDates } from "./use-create-checkout.ts";
import { useOpenCheckout } from "./use-open-checkout.ts";

export type BookingPanelState = ReturnType<typeof useBooking>;

const toRange = ({ start_date: start, end_date: end }: FreeRange): DateRange => ({ start, end });
const isSame = (a: ChosenDates, b: ChosenDates) => a.start === b.start && a.end === b.end;

/** The chosen dates. The URL keeps them, for signing in and sharing. */
function useChosenDates(today: CalendarDate) {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const [dates, setDates] = useState(() => readChosenDates(search, today));
  const chooseDates = (next: ChosenDates) => {
    setDates(next);
    setSearch(toDateParameters(next), { replace: true, preventScrollReset: true, state });
  };
  return { dates, chooseDates };
}

/** The price of the chosen days, as the page knows it or as the server last corrected it. */
function usePrice(car: ListingDetail, range: DateRange | null) {
  const [prices, setPrices] = useState(() => readPrices(car));
  const [corrected, setCorrected] = useState<{ range: DateRange; price: ChargeDetails }>();
  const days = range && daysBetween(range.start, range.end);
  const price =
    range &&
    (corrected && isSame(range, corrected.range)
      ? corrected.price
      : toChargeDetails(calculateCharge({ ...prices, days: days ?? 1 })));
  return {
    priceCents: prices.pricePerDayCents,
    price,
    /** Shows the price that the server returned when it refused an outdated one. */
    correctPrice: (ofRange: DateRange, quote: ChargeDetails) => {
      setPrices(readPrices(quote));
      setCorrected({ range: ofRange, price: quote });
    },
  };
}

/**
 * The renter's own checkout of this car beside the chosen dates, and which days are taken for this
 * renter.
 */
function useOwnCheckout(carId: string, dates: ChosenDates) {
  const { availability: everyones, refresh, markTaken } = useAvailability(carId);
  const own = useOpenCheckout(carId, refresh);
  const { checkout, ended } = own;
  // An expired checkout holds its days until the provider closes it. They count as free here,
  // because this renter can book them again.
  const expired = ended && outcomeOf(ended.booking) === "unpaid" ? ended.booking : null;
  const held = checkout ?? expired;
  const availability: Availability =
    checkout === undefined
      ? { state: "loading", taken: [] }
      : {
          ...everyones,
          taken: held ? subtractRange(everyones.taken, toRange(held)) : everyones.taken,
        };
  const matches = (of: FreeRange) => (!dates.start && !dates.end) || isSame(dates, toRange(of));
  return { ...own, availability, refresh, markTaken, matches };
}

/** Whether the chosen days are taken, and the nearest free ones. */
function findAlternatives(
  { taken }: Availability,
  range: DateRange | null,
  today: CalendarDate,
): { isTaken: boolean; alternatives: DateRange[] } {
  const isTaken = range !== null && taken.some((other) => overlaps(other, range));
  return {
    isTaken,
    alternatives: isTaken ? nearestFreeRanges({ taken, wanted: range, today }) : [],
  };
}

/** The state of the booking panel, and what its buttons do. */
export function useBooking(car: ListingDetail) {
  const [today] = useState(() => todayInNassau(new Date()));
  const { dates, chooseDates } = useChosenDates(today);
  const [picking, setPicking] = useState<RangeSide | null>(null);
  const [requests, setRequests] = useKeptText(`requests.${car.id}`);
  const [isChanging, setIsChanging] = useState(false);

  const { start, end } = dates;
  const range: DateRange | null = start && end ? { start, end } : null;
  const { priceCents, price, correctPrice } = usePrice(car, range);
  const own = useOwnCheckout(car.id, dates);
  const { checkout, ended, availability, matches } = own;

  const openCheckout = checkout && !isChanging && matches(checkout) ? checkout : null;
  const isBooked = ended !== null && isMade(ended.booking);
  const made = isBooked && matches(ended.booking) ? ended : null;
  useEffect(() => {
    if (isBooked) setRequests("");
  }, [isBooked, setRequests]);

  const { clearTooYoung, ...checkingOut } = useCreateCheckout({
    car,
    dates,
    price,
    requests,
    own,
    correctPrice,
    onCreated: () => setIsChanging(false),
  });
  const choose = (next: ChosenDates) => {
    clearTooYoung();
    chooseDates(next);
  };

  return {
    ...checkingOut,
    ...useReleaseDates(own.release),
    today,
    dates,
    chooseDates: choose,
    /** For a button that disappears with the taken dates. */
    chooseInstead: (free: DateRange) => {
      choose(free);
      focusOn(DATES_ID);
    },
    picking,
    setPicking,
    /** Excludes the days that the renter's own checkout holds. */
    availability,
    refresh: own.refresh,
    /** The chosen days are taken by someone else. */
    ...findAlternatives(availability, made ? null : range, today),
    priceCents,
    price,
    requests,
    setRequests,
    /** The open checkout for the chosen days, unless the renter is starting a new booking. */
    openCheckout,
    /** The checkout that a new booking would replace. */
    replaced: openCheckout ? null : checkout,
    changeBooking: () => setIsChanging(true),
    keepCheckout: () => {
      if (!checkout) return;
      flushSync(() => {
        setIsChanging(false);
        if (!isSame(dates, toRange(checkout))) choose(toRange(checkout));
      });
      focusOn(CHECKOUT_ID);
    },
    /** The result of the checkout that was open on this page. */
    ended,
    /** The resulting booking, until other dates are chosen. */
    made,
  };
}
