// The booking panel's state: the chosen dates, their price and the renter's own checkout.
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useSearchParams } from "react-router";
import type { ListingDetail } from "../../../../../contract/listings/listings.ts";
import { daysWithoutHours } from "../../../../../domain/booking/booking-rules.ts";
import type { TimeOfDay } from "../../../../../domain/calendar/time-of-day.ts";
import { subtractTaken } from "../../../../../domain/calendar/taken-time.ts";
import { todayInNassau, type CalendarDate } from "../../../../../domain/calendar/dates.ts";
import { withoutHold } from "../../../../../domain/listing/add-ons/extra-stock.ts";
import type { AddOnRequest } from "../../../../../domain/listing/add-ons/add-ons.ts";
import type { ChargeLineDetails } from "../../../../../domain/money/charge-line.ts";
import { calculateCharge } from "../../../../../domain/money/charge.ts";
import {
  pickupAt,
  toRentalPeriod,
  type RentalPeriod,
  type RentalTimes,
  type WirePeriod,
} from "../../../../../domain/booking/rental-period.ts";
import type { UsageDetails } from "../../../../../domain/tariff/usage-columns.ts";
import { withExtras } from "../../../../../domain/tariff/usage-terms.ts";
import { isMade, findOutcome } from "../../../../parts/booking/booking-outcome.ts";
import {
  isChosen,
  readChosenDates,
  readPickedTimes,
  toChosenPeriod,
  toDateParameters,
  toTimeParameters,
  type PickedTimes,
} from "../../../../parts/booking/rental-days.ts";
import {
  readPickedAddOns,
  toAddOnParameters,
} from "../../../../parts/booking/trip/picked-add-ons.ts";
import type { RangeSide, PickedRange } from "../../../../ui/form/date-range-field.tsx";
import { CHECKOUT_ID, DATES_ID, focusOn } from "./booking-focus.ts";
import {
  chooseTimes,
  dayLimit,
  pickupOptions,
  returnOptions,
} from "../../../../parts/booking/choice/chosen-times.ts";
import { findObstacle, NO_OBSTACLE } from "../../../../parts/booking/choice/obstacle.ts";
import {
  useAvailability,
  type Availability,
} from "../../../../parts/booking/choice/use-availability.ts";
import { useCreateCheckout, useReleaseDates } from "./use-create-checkout.ts";
import { useCredit } from "./use-credit.ts";
import { useDriver } from "./use-driver.ts";
import { useOpenCheckout } from "./use-open-checkout.ts";
import { readHeldPrice, usePrice } from "./use-price.ts";
import { useTypedUntilBooked } from "./typed/use-typed-until-booked.ts";

export type BookingPanelState = ReturnType<typeof useBooking>;

/** The chosen dates and times. The URL keeps them, for signing in and sharing. */
function useTripChoice(today: CalendarDate) {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const [chosen, setChosen] = useState(() => ({
    dates: readChosenDates(search, today),
    picked: readPickedTimes(search),
    requested: readPickedAddOns(search),
  }));
  /** The current choice, for a refusal that arrives after the renter has changed it. */
  const latest = useRef(chosen);
  const choose = (change: Partial<typeof chosen>) => {
    const next = { ...latest.current, ...change };
    latest.current = next;
    setChosen(next);
    const parameters = {
      ...toDateParameters(next.dates),
      ...toTimeParameters(next.picked),
      ...toAddOnParameters(next.requested),
    };
    setSearch(parameters, { replace: true, preventScrollReset: true, state });
  };
  return {
    ...chosen,
    chooseDates: (dates: PickedRange) => choose({ dates }),
    pickTimes: (picked: PickedTimes) => choose({ picked }),
    pickAddOns: (requested: AddOnRequest) => choose({ requested }),
    isStillChosen: (period: RentalPeriod) => isChosen(period, latest.current),
    correctAddOns: (correct: (requested: AddOnRequest) => AddOnRequest) => {
      const requested = correct(latest.current.requested);
      if (requested !== latest.current.requested) choose({ requested });
    },
    choosePeriod: ({ start, end, pickupTime, returnTime }: RentalPeriod) =>
      choose({ dates: { start, end }, picked: { pickupTime, returnTime } }),
  };
}

/** The chosen dates with their times. */
function findPeriod(
  { dates, picked }: ReturnType<typeof useTripChoice>,
  { availability, refresh }: ReturnType<typeof useOwnCheckout>,
) {
  const choose = (by: Availability) => chooseTimes(toChosenPeriod(dates), picked, by, new Date());
  const period = choose(availability);
  return {
    period,
    /** The period once the car's rules are known, on which the suggested times depend. */
    settlePeriod: async () =>
      availability.state === "known" || picked.returnTime
        ? period
        : choose((await refresh()) ?? availability),
  };
}

/** What the time selects show; null until both dates are chosen. */
function showTimes(
  period: (RentalPeriod & RentalTimes) | null,
  { picked, pickTimes }: ReturnType<typeof useTripChoice>,
  availability: Availability,
  { priceTerms, addOns }: Pick<ReturnType<typeof usePrice>, "priceTerms" | "addOns">,
) {
  if (!period) return null;
  const { pickupTime, returnTime } = period;
  const limit = dayLimit(period, availability.rules);
  const amountDue = (days: number) =>
    calculateCharge(priceTerms, { start: period.start, days, addOns }).amountDueCents;
  return {
    pickup: {
      value: pickupTime,
      options: pickupOptions(period, availability, new Date()),
      onPick: (time: TimeOfDay) => pickTimes({ ...picked, pickupTime: time }),
    },
    return: {
      value: returnTime,
      options: returnOptions(period, pickupTime, availability),
      onPick: (time: TimeOfDay) => pickTimes({ pickupTime, returnTime: time }),
    },
    dayLimit: limit && { ...limit, extraCents: amountDue(limit.days + 1) - amountDue(limit.days) },
  };
}

/**
 * The renter's own checkout of this car beside the chosen dates, and which days are taken for this
 * renter.
 */
function useOwnCheckout(
  car: ListingDetail,
  choice: ReturnType<typeof useTripChoice>,
  driver: ReturnType<typeof useDriver>,
) {
  const { availability: everyones, refresh, markTaken } = useAvailability(car.id, driver);
  const own = useOpenCheckout(car.id, refresh);
  const { checkout, ended } = own;
  const [last, setLast] = useState(checkout);
  if (checkout && checkout !== last) setLast(checkout);
  // An expired checkout holds its days and extras until the provider closes it. They count as free
  // here, because this renter can book them again.
  const isExpired = ended !== null && findOutcome(ended.booking) === "unpaid";
  const hold = checkout ?? (isExpired && last?.session_id === ended.session_id ? last : null);
  const { rules } = everyones;
  const others: Availability = {
    ...everyones,
    ...(hold && {
      times: subtractTaken(everyones.times, {
        from: pickupAt(toRentalPeriod(hold)),
        until: new Date(hold.held_until),
      }),
      extrasTaken: withoutHold(everyones.extrasTaken, {
        ...toRentalPeriod(hold),
        extras: hold.extras,
      }),
    }),
    ...(checkout === undefined && { state: "loading", times: [] }),
  };
  const availability = { ...others, taken: daysWithoutHours(others.times, rules) };
  const matches = (of: WirePeriod) => isChosen(toRentalPeriod(of), choice);
  return { ...own, availability, refresh, markTaken, matches };
}

/** What the panel shows of the renter's own checkout. */
function useShownCheckout({ checkout, ended, matches }: ReturnType<typeof useOwnCheckout>) {
  const [isChanging, setIsChanging] = useState(false);
  const openCheckout = checkout && !isChanging && matches(checkout) ? checkout : null;
  const isBooked = ended !== null && isMade(ended.booking);
  const made = isBooked && matches(ended.booking) ? ended : null;
  return {
    isBooked,
    setIsChanging,
    /** What is open or made for the chosen days. */
    held: openCheckout ?? made?.booking,
    /** The open checkout for the chosen days, unless the renter is starting a new booking. */
    openCheckout,
    /** The checkout that a new booking would replace. */
    replaced: openCheckout ? null : checkout,
    /** The result of the checkout that was open on this page. */
    ended,
    /** The resulting booking, until other dates are chosen. */
    made,
  };
}

interface Choice {
  period: RentalPeriod | null;
  choice: ReturnType<typeof useTripChoice>;
  availability: Availability;
  /** The checkout or the booking for the chosen days. It keeps its price and its terms. */
  held: { lines: ChargeLineDetails[]; usage_terms: UsageDetails | null } | undefined;
}

/** What the choice costs, and what can be added to it. */
function useChosenPrice(car: ListingDetail, { period, choice, availability, held }: Choice) {
  const { creditCents, refreshCredit } = useCredit(car.id);
  const { extrasTaken } = availability;
  const priced = usePrice(car, period, choice.requested, { extrasTaken, creditCents });
  const chosenTerms = withExtras(
    priced.carTerms,
    priced.addOns.extras.map(({ extra }) => extra.kind),
  );
  return {
    ...priced,
    creditCents,
    refreshCredit,
    price: held ? readHeldPrice(held.lines) : priced.price,
    /** The terms that usage will be charged by. */
    usageTerms: held ? held.usage_terms : chosenTerms,
  };
}

/** The state of the booking panel, and what its buttons do. */
export function useBooking(car: ListingDetail) {
  const [today] = useState(() => todayInNassau(new Date()));
  const choice = useTripChoice(today);
  const { dates } = choice;
  const [picking, setPicking] = useState<RangeSide | null>(null);

  const driver = useDriver(car);
  const own = useOwnCheckout(car, choice, driver);
  const { checkout, availability } = own;
  const { period, settlePeriod } = findPeriod(choice, own);
  const { isBooked, setIsChanging, held, ...shown } = useShownCheckout(own);
  const priced = useChosenPrice(car, { period, choice, availability, held });
  const typed = useTypedUntilBooked(car.id, isBooked);

  const checkingOut = useCreateCheckout({
    car,
    dates,
    choice,
    period,
    settlePeriod,
    typed,
    own,
    setIdentity: driver.setIdentity,
    ...priced,
    onCreated: () => setIsChanging(false),
    askForDates: () => setPicking(dates.start ? "end" : "start"),
  });
  const showCheckout = (open: RentalPeriod) => {
    setIsChanging(false);
    if (!isChosen(open, choice)) choice.choosePeriod(open);
  };

  return {
    ...checkingOut,
    ...useReleaseDates(own.release),
    today,
    ...driver,
    ...choice,
    times: showTimes(period, choice, availability, priced),
    location: car.location,
    /** For a button that disappears with the taken dates. */
    chooseInstead: (free: RentalPeriod) => {
      choice.choosePeriod(free);
      focusOn(DATES_ID);
    },
    picking,
    setPicking,
    /** Excludes the days that the renter's own checkout holds. */
    availability,
    refresh: own.refresh,
    ...(held ? NO_OBSTACLE : findObstacle(availability, period, priced)),
    /** The chosen dates with their times. */
    period,
    ...priced,
    ...typed,
    ...shown,
    changeBooking: () => {
      setIsChanging(true);
      if (!shown.openCheckout) return;
      const { meeting_place_id: meetingPlaceId, extras, drivers } = shown.openCheckout;
      choice.pickAddOns({ meetingPlaceId, extras });
      typed.setDrivers(drivers);
    },
    keepCheckout: () => {
      if (!checkout) return;
      flushSync(() => showCheckout(toRentalPeriod(checkout)));
      focusOn(CHECKOUT_ID);
    },
  };
}
