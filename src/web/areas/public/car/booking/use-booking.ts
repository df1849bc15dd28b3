// Books a car from its page: the dates and price, the checkout, and error messages.
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { ListingDetail } from "../../../../../contract/listings/listings.ts";
import {
  daysBetween,
  isBefore,
  overlaps,
  subtractRange,
  todayInNassau,
  type DateRange,
} from "../../../../../domain/calendar/dates.ts";
import type { ChargeDetails, ErrorDetails, FreeRange } from "../../../../../domain/errors.ts";
import { dollarsToCents } from "../../../../../domain/money/money.ts";
import { calculateCharge, toChargeDetails } from "../../../../../domain/money/charge.ts";
import { nearestFreeRanges } from "../../../../../domain/booking/rental-period.ts";
import { api, ApiError } from "../../../../api/api.ts";
import { isMade, outcomeOf } from "../../../../parts/booking/booking-outcome.ts";
import { explain } from "../../../../api/explain.ts";
import { useKeptText } from "../../../../forms/kept-text.ts";
import { readChosenDates, type ChosenDates } from "../../../../parts/booking/rental-days.ts";
import { accessToken, reloadProfile, useSession } from "../../../../session/session.ts";
import { paths } from "../../../../paths.ts";
import type { RangeSide } from "../../../../ui/form/date-range-field.tsx";
import { toast } from "../../../../ui/overlay/toast.ts";
import { openTab, sendTab } from "./checkout-tab.ts";
import { useAvailability, type Availability } from "./use-availability.ts";
import { useDriver } from "./use-driver.ts";
import { useOpenCheckout } from "./use-open-checkout.ts";

/** The id of the start date's button; the end date's adds "-end". */
export const DATES_ID = "booking-dates";
/** The id of the message about taken dates. */
export const TAKEN_ID = "booking-taken";
/** The id of the link to the open checkout. */
export const CHECKOUT_ID = "booking-checkout";
export const BUSY_LABEL = "Creating Booking...";

export type Booking = ReturnType<typeof useBooking>;

const fail = (title: string, description: string) =>
  toast({ title, description, variant: "destructive" });

/** Moves the focus after the focused control was replaced. */
const focusOn = (id: string) => document.getElementById(id)?.focus();

const toParameters = ({ start, end }: ChosenDates) => ({
  ...(start && { start_date: start }),
  ...(end && { end_date: end }),
});

const toRange = ({ start_date: start, end_date: end }: FreeRange): DateRange => ({ start, end });
const isSame = (a: ChosenDates, b: ChosenDates) => a.start === b.start && a.end === b.end;

/** The price that the server returned when it refused an outdated one. */
interface RefreshedPrice {
  range: DateRange;
  price: ChargeDetails;
}

const priceOf = (
  range: DateRange,
  pricePerDayCents: number,
  refreshed: RefreshedPrice | null,
): ChargeDetails =>
  refreshed && isSame(range, refreshed.range)
    ? refreshed.price
    : toChargeDetails(
        calculateCharge({ pricePerDayCents, days: daysBetween(range.start, range.end) }),
      );

/** Reads the dates from the URL once and writes them back, for signing in and sharing. */
export function useBooking(car: ListingDetail) {
  const [today] = useState(() => todayInNassau(new Date()));
  const [search, setSearch] = useSearchParams();
  const [dates, setDates] = useState(() => readChosenDates(search, today));
  const [picking, setPicking] = useState<RangeSide | null>(null);
  const [priceCents, setPriceCents] = useState(() => dollarsToCents(car.price_per_day));
  const [refreshed, setRefreshed] = useState<RefreshedPrice | null>(null);
  const [requests, setRequests] = useKeptText(`requests.${car.id}`);
  const [phase, setPhase] = useState<"idle" | "creating" | "birthday" | "releasing">("idle");
  const [changing, setChanging] = useState(false);
  const [isInTab, setIsInTab] = useState(false);
  const [isTooYoung, setIsTooYoung] = useState(false);
  const { availability: everybodys, refresh, markTaken } = useAvailability(car.id);
  const { checkout, ended, refreshCheckout, show, release } = useOpenCheckout(car.id, refresh);
  const { status } = useSession();
  const [driver, setDriver] = useDriver(car.verified_drivers_only);
  const navigate = useNavigate();
  const { pathname, state } = useLocation();

  const { start, end } = dates;
  const range: DateRange | null = start && end ? { start, end } : null;
  const price = range && priceOf(range, priceCents, refreshed);

  // An expired checkout holds its days until the provider closes it. They count as free here,
  // because this renter can book them again.
  const lingering = ended && outcomeOf(ended.booking) === "unpaid" ? ended.booking : null;
  const own = checkout ?? lingering;
  const availability: Availability =
    checkout === undefined
      ? { state: "loading", taken: [] }
      : {
          ...everybodys,
          taken: own ? subtractRange(everybodys.taken, toRange(own)) : everybodys.taken,
        };
  const isAbout = (of: FreeRange) => (!start && !end) || isSame(dates, toRange(of));
  const openCheckout = checkout && !changing && isAbout(checkout) ? checkout : null;
  const isBooked = ended !== null && isMade(ended.booking);
  const made = isBooked && isAbout(ended.booking) ? ended : null;

  const isTaken =
    range !== null && !made && availability.taken.some((other) => overlaps(other, range));
  const alternatives =
    range && isTaken ? nearestFreeRanges({ taken: availability.taken, wanted: range, today }) : [];

  useEffect(() => {
    if (isBooked) setRequests("");
  }, [isBooked, setRequests]);

  const chooseDates = (next: ChosenDates) => {
    setDates(next);
    setIsTooYoung(false);
    setSearch(toParameters(next), { replace: true, preventScrollReset: true, state });
  };

  const askToSignIn = () => {
    toast({
      title: "Sign in required",
      description: "Please sign in to book a car",
      variant: "neutral",
    });
    const query = new URLSearchParams(toParameters(dates));
    void navigate(paths.auth({ next: query.size > 0 ? `${pathname}?${query}` : pathname }));
  };

  /** Must run in a click: the tab has to open before anything is awaited. */
  const book = () => {
    if (phase === "creating") return;
    if (!start || !end) {
      fail("Missing Information", "Please select start and end dates");
      focusOn(start ? `${DATES_ID}-end` : DATES_ID);
      return;
    }
    if (!isBefore(start, end)) return fail("Invalid Dates", "End date must be after start date");
    if (status === "signed-out") return askToSignIn();
    void createCheckout(openTab(BUSY_LABEL));
  };

  const createCheckout = async (tab: Window | null) => {
    if (!range || !price) return;
    setPhase("creating");
    setIsTooYoung(false);
    try {
      const token = await accessToken();
      if (!token) throw new ApiError("unauthenticated", 401);
      const body = {
        car_id: car.id,
        start_date: range.start,
        end_date: range.end,
        total_amount: price.total_amount,
        amount_due_cents: dollarsToCents(price.amount_due),
        special_requests: requests.trim() || null,
      };
      const { url, session_id, expires_at } = await api(
        "POST /functions/v1/create-booking-checkout",
        { body },
        { token },
      );
      if (!url) {
        tab?.close();
        setPhase("idle");
        return fail("Booking Failed", "No checkout URL received");
      }
      flushSync(() => {
        setPhase("idle");
        setIsInTab(tab !== null);
        setChanging(false);
        show({ url, session_id, expires_at, start_date: range.start, end_date: range.end });
      });
      focusOn(CHECKOUT_ID);
      sendTab(tab, url);
    } catch (error) {
      tab?.close();
      setPhase("idle");
      await tell(error, range);
    }
  };

  const tell = async (error: unknown, wanted: DateRange) => {
    if (error instanceof ApiError) {
      if (error.code === "unauthenticated") return askToSignIn();
      if (error.code === "date_of_birth_required") return setPhase("birthday");
      if (error.code === "renter_too_young") setIsTooYoung(true);
      if (error.code === "driver_not_verified")
        setDriver((error.details as ErrorDetails["driver_not_verified"]).state);
      if (error.code === "payment_session_closed" || error.code === "checkout_under_way")
        void refreshCheckout();
      if (error.code === "dates_taken") {
        markTaken(wanted);
        void refresh();
      }
      if (error.code === "price_changed") {
        const { quote } = error.details as ErrorDetails["price_changed"];
        setPriceCents(dollarsToCents(quote.price_per_day));
        setRefreshed({ range: wanted, price: quote });
      }
    }
    fail("Booking Failed", await explain(error, "Failed to create booking"));
  };

  /**
   * Saves the date of birth and continues booking; must run in a click.
   * @throws ApiError if saving fails
   */
  const bookWithBirthday = async (dateOfBirth: string) => {
    const tab = openTab(BUSY_LABEL);
    try {
      await api(
        "PATCH /api/profile",
        { body: { date_of_birth: dateOfBirth } },
        { token: await accessToken() },
      );
    } catch (error) {
      tab?.close();
      throw error;
    }
    void reloadProfile();
    await createCheckout(tab);
  };

  const releaseDates = async () => {
    setPhase("releasing");
    try {
      await release();
    } catch (error) {
      fail(
        "Your checkout is still open",
        await explain(error, "We couldn't cancel it. Please try again."),
      );
    }
    setPhase("idle");
  };

  return {
    today,
    dates,
    chooseDates,
    /** For a button that disappears with the taken dates. */
    chooseInstead: (free: DateRange) => {
      chooseDates(free);
      focusOn(DATES_ID);
    },
    picking,
    setPicking,
    /** Excludes the days that the renter's own checkout holds. */
    availability,
    refresh,
    /** The chosen days are taken by someone else. */
    isTaken,
    alternatives,
    isTooYoung,
    /** The verification state, if this car requires verified drivers; otherwise "verified". */
    driver,
    priceCents,
    price,
    requests,
    setRequests,
    isCreating: phase === "creating",
    isAskingBirthday: phase === "birthday",
    forgoBirthday: () => setPhase("idle"),
    /** The open checkout for the chosen days, unless the renter is starting a new booking. */
    openCheckout,
    /** The checkout that a new booking would replace. */
    replaced: openCheckout ? null : checkout,
    /** Whether this page opened the checkout in another tab. */
    isInTab,
    changeBooking: () => setChanging(true),
    keepCheckout: () => {
      if (!checkout) return;
      flushSync(() => {
        setChanging(false);
        if (!isSame(dates, toRange(checkout))) chooseDates(toRange(checkout));
      });
      focusOn(CHECKOUT_ID);
    },
    isReleasing: phase === "releasing",
    releaseDates,
    /** The result of the checkout that was open on this page. */
    ended,
    /** The resulting booking, until other dates are chosen. */
    made,
    book,
    bookWithBirthday,
  };
}
