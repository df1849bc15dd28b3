// Booking a car from this page: the dates and the price that are shown, the checkout that is opened, and what is said when it fails.
import { useEffect, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { ListingDetail } from "../../../contract/listings.ts";
import { daysBetween, isBefore, overlaps, todayInNassau, type DateRange } from "../../../domain/dates.ts";
import type { ErrorDetails } from "../../../domain/errors.ts";
import { dollarsToCents } from "../../../domain/money.ts";
import { quote, quoteDetails, type Quote } from "../../../domain/pricing.ts";
import { nearestFreeRanges } from "../../../domain/rental-period.ts";
import { api, ApiError } from "../../lib/api.ts";
import { sentenceFor } from "../../lib/problem-sentences.ts";
import { readChosenDates, type ChosenDates } from "../../lib/rental-days.ts";
import { accessToken, reloadProfile, useSession } from "../../lib/session.ts";
import { paths } from "../../paths.ts";
import type { RangeSide } from "../../ui/date-range-field.tsx";
import { toast } from "../../ui/toast.ts";
import { openTab, sendTab } from "./checkout-tab.ts";
import { readHeldCheckout, storeHeldCheckout, type HeldCheckout } from "./held-checkout.ts";
import { useAvailability } from "./use-availability.ts";
import { useKeptText } from "./use-kept-text.ts";

/** The id of the start date's button; the end's has "-end" after it. */
export const DATES_ID = "booking-dates";
export const BUSY_LABEL = "Creating Booking...";

export type Booking = ReturnType<typeof useBooking>;

const fail = (title: string, description: string) => toast({ title, description, variant: "destructive" });

const toParameters = ({ start, end }: ChosenDates) => ({
  ...(start && { start_date: start }),
  ...(end && { end_date: end }),
});

/** The dates are read from the URL once and written back to it, so that they survive signing in and travel with a link. */
export function useBooking(car: ListingDetail) {
  const [today] = useState(() => todayInNassau(new Date()));
  const [search, setSearch] = useSearchParams();
  const [dates, setDates] = useState(() => readChosenDates(search, today));
  const [picking, setPicking] = useState<RangeSide | null>(null);
  const [priceCents, setPriceCents] = useState(() => dollarsToCents(car.price_per_day));
  const [requests, setRequests] = useKeptText(`caydrive.requests.${car.id}`);
  const [phase, setPhase] = useState<"idle" | "creating" | "birthday">("idle");
  const [held, setHeld] = useState<HeldCheckout | null>(null);
  const [inTab, setInTab] = useState(false);
  const [changing, setChanging] = useState(false);
  const { availability, refresh } = useAvailability(car.id);
  const { status } = useSession();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();

  useEffect(() => setHeld(readHeldCheckout(car.id, new Date())), [car.id]);

  const { start, end } = dates;
  const range: DateRange | null = start && end ? { start, end } : null;
  const price: Quote | null =
    range && quote({ pricePerDayCents: priceCents, days: daysBetween(range.start, range.end) });
  const ownHold = held && held.start === start && held.end === end ? held : null;
  const isTaken = range !== null && !ownHold && availability.taken.some((other) => overlaps(other, range));
  const alternatives = range && isTaken ? nearestFreeRanges({ taken: availability.taken, wanted: range, today }) : [];

  const chooseDates = (next: ChosenDates) => {
    setDates(next);
    setSearch(toParameters(next), { replace: true, preventScrollReset: true, state });
  };

  const askToSignIn = () => {
    toast({ title: "Sign in required", description: "Please sign in to book a car" });
    const query = new URLSearchParams(toParameters(dates));
    void navigate(paths.auth({ next: query.size > 0 ? `${pathname}?${query}` : pathname }));
  };

  /** Called in a click: the tab has to be opened before anything is waited for. */
  const book = () => {
    if (phase === "creating") return;
    if (!start || !end) {
      fail("Missing Information", "Please select start and end dates");
      document.getElementById(start ? `${DATES_ID}-end` : DATES_ID)?.focus();
      return;
    }
    if (!isBefore(start, end)) return fail("Invalid Dates", "End date must be after start date");
    if (status === "signed-out") return askToSignIn();
    void openCheckout(openTab(BUSY_LABEL));
  };

  const openCheckout = async (tab: Window | null) => {
    if (!range || !price) return;
    setPhase("creating");
    try {
      const token = await accessToken();
      if (!token) throw new ApiError("unauthenticated", 401);
      const body = {
        car_id: car.id,
        start_date: range.start,
        end_date: range.end,
        total_amount: quoteDetails(price).total_amount,
        special_requests: requests.trim() || null,
      };
      const checkout = await api("POST /functions/v1/create-booking-checkout", { body }, { token });
      setPhase("idle");
      if (!checkout.url) {
        tab?.close();
        return fail("Booking Failed", "No checkout URL received");
      }
      const opened = { ...range, url: checkout.url, sessionId: checkout.session_id, expiresAt: checkout.expires_at };
      setHeld(opened);
      setInTab(tab !== null);
      setChanging(false);
      storeHeldCheckout(car.id, opened);
      sendTab(tab, checkout.url);
    } catch (error) {
      tab?.close();
      setPhase("idle");
      explain(error);
    }
  };

  const explain = (error: unknown) => {
    if (error instanceof ApiError) {
      if (error.code === "unauthenticated") return askToSignIn();
      if (error.code === "date_of_birth_required") return setPhase("birthday");
      if (error.code === "dates_taken") refresh();
      if (error.code === "price_changed")
        setPriceCents(dollarsToCents((error.details as ErrorDetails["price_changed"]).quote.price_per_day));
    }
    fail("Booking Failed", sentenceFor(error, "Failed to create booking"));
  };

  /** Stores the date of birth and goes on booking; in a click as well. @throws ApiError when it can't be stored. */
  const bookWithBirthday = async (dateOfBirth: string) => {
    const tab = openTab(BUSY_LABEL);
    try {
      await api("PATCH /api/profile", { body: { date_of_birth: dateOfBirth } }, { token: await accessToken() });
    } catch (error) {
      tab?.close();
      throw error;
    }
    void reloadProfile();
    await openCheckout(tab);
  };

  return {
    today,
    dates,
    chooseDates,
    picking,
    setPicking,
    availability,
    refresh,
    /** The chosen days are somebody else's. */
    isTaken,
    alternatives,
    priceCents,
    price,
    requests,
    setRequests,
    isCreating: phase === "creating",
    isAskingBirthday: phase === "birthday",
    forgoBirthday: () => setPhase("idle"),
    /** The checkout that is open for the chosen days, unless the person wants to book anew. */
    openCheckout: changing ? null : ownHold,
    /** It was opened from this page, in a tab of its own. */
    inTab,
    changeBooking: () => setChanging(true),
    book,
    bookWithBirthday,
  };
}
