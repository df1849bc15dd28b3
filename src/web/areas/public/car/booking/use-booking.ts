// The booking panel's state: the chosen dates, their price and the renter's own checkout.
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useSearchParams } from "react-router";
import { toLineDetails } from "../../../../../domain/money/charge-line.ts";
import type { ListingDetail } from "../../../../../contract/listings/listings.ts";
import {
  overlaps,
  subtractRange,
  todayInNassau,
  type CalendarDate,
  type WireRange,
} from "../../../../../domain/calendar/dates.ts";
import { bookingModeFor } from "../../../../../domain/listing/listing.ts";
import type { ChargeDetails } from "../../../../../domain/errors.ts";
import { readPrices, type CarPrices } from "../../../../../domain/listing/prices.ts";
import { dollarsToCents } from "../../../../../domain/money/money.ts";
import { calculateCharge } from "../../../../../domain/money/charge.ts";
import {
  nearestFreePeriods,
  rentalDays,
  toRentalPeriod,
  type RentalPeriod,
} from "../../../../../domain/booking/rental-period.ts";
import { isMade, findOutcome } from "../../../../parts/booking/booking-outcome.ts";
import { useSpecialRequests } from "../../../../parts/booking/special-requests.ts";
import {
  readChosenDates,
  toChosenPeriod,
  toDateParameters,
} from "../../../../parts/booking/rental-days.ts";
import type { RangeSide, PickedRange } from "../../../../ui/form/date-range-field.tsx";
import { CHECKOUT_ID, DATES_ID, focusOn } from "./booking-focus.ts";
import { useAvailability, type Availability } from "./use-availability.ts";
import { useCreateCheckout, useReleaseDates, type ShownPrice } from "./use-create-checkout.ts";
import { useOpenCheckout } from "./use-open-checkout.ts";

export type BookingPanelState = ReturnType<typeof useBooking>;

const isSame = (a: PickedRange, b: PickedRange) => a.start === b.start && a.end === b.end;

/** The chosen dates. The URL keeps them, for signing in and sharing. */
function useChosenDates(today: CalendarDate) {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const [dates, setDates] = useState(() => readChosenDates(search, today));
  const chooseDates = (next: PickedRange) => {
    setDates(next);
    setSearch(toDateParameters(next), { replace: true, preventScrollReset: true, state });
  };
  return { dates, chooseDates };
}

function calculatePrice(prices: CarPrices, days: number): ShownPrice {
  const { lines, ...charge } = calculateCharge({ ...prices, days });
  return { ...charge, lines: toLineDetails(lines) };
}

const readQuote = ({ lines, total_amount, amount_due }: ChargeDetails): ShownPrice => ({
  lines,
  totalCents: dollarsToCents(total_amount),
  amountDueCents: dollarsToCents(amount_due),
});

/** The price of the chosen days, as the page knows it or as the server last corrected it. */
function usePrice(car: ListingDetail, period: RentalPeriod | null) {
  const [prices, setPrices] = useState(() => readPrices(car));
  const [corrected, setCorrected] = useState<{ period: RentalPeriod; price: ShownPrice }>();
  const price =
    period &&
    (corrected && isSame(period, corrected.period)
      ? corrected.price
      : calculatePrice(prices, rentalDays(period)));
  return {
    priceCents: prices.pricePerDayCents,
    price,
    /** Shows the price that the server returned when it refused an outdated one. */
    correctPrice: (ofPeriod: RentalPeriod, quote: ChargeDetails) => {
      setPrices(readPrices(quote));
      setCorrected({ period: ofPeriod, price: readQuote(quote) });
    },
  };
}

/**
 * The renter's own checkout of this car beside the chosen dates, and which days are taken for this
 * renter.
 */
function useOwnCheckout(carId: string, dates: PickedRange) {
  const { availability: everyones, refresh, markTaken } = useAvailability(carId);
  const own = useOpenCheckout(carId, refresh);
  const { checkout, ended } = own;
  // An expired checkout holds its days until the provider closes it. They count as free here,
  // because this renter can book them again.
  const expired = ended && findOutcome(ended.booking) === "unpaid" ? ended.booking : null;
  const hold = checkout ?? expired;
  const availability: Availability =
    checkout === undefined
      ? { state: "loading", taken: [] }
      : {
          ...everyones,
          taken: hold ? subtractRange(everyones.taken, toRentalPeriod(hold)) : everyones.taken,
        };
  const matches = (of: WireRange) =>
    (!dates.start && !dates.end) || isSame(dates, toRentalPeriod(of));
  return { ...own, availability, refresh, markTaken, matches };
}

/** What the panel shows of the renter's own checkout. */
function useShownCheckout({ checkout, ended, matches }: ReturnType<typeof useOwnCheckout>) {
  const [isChanging, setIsChanging] = useState(false);
  const openCheckout = checkout && !isChanging && matches(checkout) ? checkout : null;
  const isBooked = ended !== null && isMade(ended.booking);
  return {
    isBooked,
    setIsChanging,
    /** The open checkout for the chosen days, unless the renter is starting a new booking. */
    openCheckout,
    /** The checkout that a new booking would replace. */
    replaced: openCheckout ? null : checkout,
    /** The result of the checkout that was open on this page. */
    ended,
    /** The resulting booking, until other dates are chosen. */
    made: isBooked && matches(ended.booking) ? ended : null,
  };
}

/** The special requests. They survive a reload and signing up, until the car is booked. */
function useSpecialRequestsUntilBooked(carId: string, isBooked: boolean) {
  const [requests, setRequests] = useSpecialRequests(carId);
  useEffect(() => {
    if (isBooked) setRequests("");
  }, [isBooked, setRequests]);
  return [requests, setRequests] as const;
}

/** Whether the chosen days are taken, and the nearest free ones. */
function findAlternatives(
  { taken }: Availability,
  range: RentalPeriod | null,
  today: CalendarDate,
): { isTaken: boolean; alternatives: RentalPeriod[] } {
  const isTaken = range !== null && taken.some((other) => overlaps(other, range));
  return {
    isTaken,
    alternatives: isTaken ? nearestFreePeriods({ taken, requested: range, today }) : [],
  };
}

/** The state of the booking panel, and what its buttons do. */
export function useBooking(car: ListingDetail) {
  const [today] = useState(() => todayInNassau(new Date()));
  const { dates, chooseDates } = useChosenDates(today);
  const [picking, setPicking] = useState<RangeSide | null>(null);

  const range = toChosenPeriod(dates);
  const { priceCents, price, correctPrice } = usePrice(car, range);
  const own = useOwnCheckout(car.id, dates);
  const { checkout, availability } = own;
  const { isBooked, setIsChanging, ...shown } = useShownCheckout(own);
  const [requests, setRequests] = useSpecialRequestsUntilBooked(car.id, isBooked);

  const { clearTooYoung, ...checkingOut } = useCreateCheckout({
    car,
    dates,
    price,
    requests,
    own,
    correctPrice,
    onCreated: () => setIsChanging(false),
    askForDates: () => setPicking(dates.start ? "end" : "start"),
  });
  const bookingMode = bookingModeFor(
    { bookingMode: car.booking_mode, instantForVerified: car.instant_for_verified },
    checkingOut.isVerified,
  );
  const choose = (next: PickedRange) => {
    clearTooYoung();
    chooseDates(next);
  };

  return {
    ...checkingOut,
    ...useReleaseDates(own.release),
    today,
    isInstant: bookingMode === "instant",
    /** An instant booking that becomes a request, because the renter is not verified. */
    asksForVerification: bookingMode !== car.booking_mode,
    dates,
    chooseDates: choose,
    /** For a button that disappears with the taken dates. */
    chooseInstead: (free: RentalPeriod) => {
      choose(free);
      focusOn(DATES_ID);
    },
    picking,
    setPicking,
    /** Excludes the days that the renter's own checkout holds. */
    availability,
    refresh: own.refresh,
    /** The chosen days are taken by someone else. */
    ...findAlternatives(availability, shown.made ? null : range, today),
    priceCents,
    price,
    requests,
    setRequests,
    ...shown,
    changeBooking: () => setIsChanging(true),
    keepCheckout: () => {
      if (!checkout) return;
      flushSync(() => {
        setIsChanging(false);
        if (!isSame(dates, toRentalPeriod(checkout))) choose(toRentalPeriod(checkout));
      });
      focusOn(CHECKOUT_ID);
    },
  };
}
