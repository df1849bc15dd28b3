// Creates the checkout of the chosen days: the actions of the booking buttons, and the response to
// a refusal by the server.
import { useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import type { ChargeDetails, ChargeLineDetails } from "../../../../../domain/money/charge-line.ts";
import { toWirePeriod, type RentalPeriod } from "../../../../../domain/booking/rental-period.ts";
import type { BrokenRule } from "../../../../../domain/booking/booking-rules.ts";
import type {
  AddOnRequest,
  AddOns,
  OfferedAddOns,
} from "../../../../../domain/listing/add-ons/add-ons.ts";
import type { PickedRange } from "../../../../ui/form/date-range-field.tsx";
import type { ListingDetail } from "../../../../../contract/listings/listings.ts";
import { isBefore, type CalendarDate } from "../../../../../domain/calendar/dates.ts";
import type { ErrorDetails } from "../../../../../domain/errors.ts";
import { centsToDollars } from "../../../../../domain/money/money.ts";
import { api, ApiError } from "../../../../api/api.ts";
import { explain } from "../../../../api/explain.ts";
import {
  toDateParameters,
  toTimeParameters,
  type PickedTimes,
} from "../../../../parts/booking/rental-days.ts";
import { toAddOnParameters } from "../../../../parts/booking/trip/picked-add-ons.ts";
import { paths } from "../../../../paths.ts";
import { accessToken } from "../../../../session/access-token.ts";
import { reloadProfile } from "../../../../session/account.ts";
import { useSession } from "../../../../session/session.ts";
import { toast } from "../../../../ui/overlay/toast.ts";
import { CHECKOUT_ID, DATES_ID, focusOn } from "./booking-focus.ts";
import { openCheckoutTab, sendTab } from "./checkout-tab.ts";
import { useDriver } from "./use-driver.ts";
import type { OpenCheckout } from "./use-open-checkout.ts";

export const BUSY_LABEL = "Creating Booking...";

/** What the renter agrees to by booking. */
export interface ShownPrice {
  lines: ChargeLineDetails[];
  totalCents: number;
  amountDueCents: number;
}

export interface CreateCheckoutOptions {
  car: ListingDetail;
  /** The chosen dates, times and add-ons. */
  choice: { picked: PickedTimes; asked: AddOnRequest };
  dates: PickedRange;
  /** Null until both dates are chosen. */
  period: RentalPeriod | null;
  /** The period once the car's rules are known, on which the suggested times depend. */
  settlePeriod: () => Promise<RentalPeriod | null>;
  addOns: AddOns;
  price: ShownPrice | null;
  requests: string;
  /** The renter's own checkout of this car, and the days that are taken. */
  own: {
    show: (created: OpenCheckout) => void;
    refreshCheckout: () => Promise<void>;
    refresh: () => Promise<unknown>;
    markTaken: (period: RentalPeriod) => void;
  };
  offered: OfferedAddOns;
  /** @param offered now, as far as the refusal says */
  correctPrice: (period: RentalPeriod, price: ChargeDetails, offered?: OfferedAddOns) => void;
  onCreated: () => void;
  /** Opens the calendar for the missing date. */
  askForDates: () => void;
}

const fail = (title: string, description: string) =>
  toast({ title, description, variant: "destructive" });

/** @returns whether a car can be booked for these dates; otherwise tells the renter why not */
function checkDates({ start, end }: PickedRange, askForDates: () => void): boolean {
  if (!start || !end) {
    fail("Missing Information", "Please select start and end dates");
    askForDates();
    return false;
  }
  if (isBefore(start, end)) return true;
  fail("Invalid Dates", "End date must be after start date");
  focusOn(`${DATES_ID}-end`);
  return false;
}

export function useCreateCheckout(options: CreateCheckoutOptions) {
  const { car, dates, own } = options;
  const [phase, setPhase] = useState<"idle" | "creating" | "birthday">("idle");
  const [isInTab, setIsInTab] = useState(false);
  const { status } = useSession();
  const askToSignIn = useAskToSignIn(dates, options.choice);
  const { show: showRefusal, clearTooYoung, ...refusal } = useRefusal(options, askToSignIn);

  const createCheckout = async (tab: Window | null) => {
    if (!options.period || !options.price) return;
    setPhase("creating");
    clearTooYoung();
    const period = (await options.settlePeriod()) ?? options.period;
    try {
      const created = await requestCheckout(car.id, period, options.price, options);
      if (!created.url) {
        tab?.close();
        setPhase("idle");
        return fail("Booking Failed", "No checkout URL received");
      }
      flushSync(() => {
        setPhase("idle");
        setIsInTab(tab !== null);
        options.onCreated();
        own.show(created);
      });
      focusOn(CHECKOUT_ID);
      sendTab(tab, created.url);
    } catch (error) {
      tab?.close();
      const needsBirthday = error instanceof ApiError && error.code === "date_of_birth_required";
      setPhase(needsBirthday ? "birthday" : "idle");
      if (!needsBirthday) await showRefusal(error, period);
    }
  };

  /** Must run in a click: the tab has to open before anything is awaited. */
  const book = () => {
    if (phase === "creating") return;
    if (!checkDates(dates, options.askForDates)) return;
    if (status === "signed-out") return askToSignIn();
    void createCheckout(openCheckoutTab(BUSY_LABEL));
  };

  return {
    ...refusal,
    book,
    /**
     * Saves the date of birth and continues booking; must run in a click.
     * @throws ApiError if saving fails
     */
    bookWithBirthday: async (dateOfBirth: string) => {
      const tab = openCheckoutTab(BUSY_LABEL);
      try {
        await saveDateOfBirth(dateOfBirth);
      } catch (error) {
        tab?.close();
        throw error;
      }
      void reloadProfile();
      await createCheckout(tab);
    },
    isCreating: phase === "creating",
    isAskingBirthday: phase === "birthday",
    forgoBirthday: () => setPhase("idle"),
    /** Whether this page opened the checkout in another tab. */
    isInTab,
  };
}

/** Cancels the open checkout, which frees its days. */
export function useReleaseDates(release: () => Promise<void>) {
  const [isReleasing, setIsReleasing] = useState(false);
  const releaseDates = async () => {
    setIsReleasing(true);
    try {
      await release();
    } catch (error) {
      fail(
        "Your checkout is still open",
        await explain(error, "We couldn't cancel it. Please try again."),
      );
    }
    setIsReleasing(false);
  };
  return { isReleasing, releaseDates };
}

/** Sends the renter to the sign-in page, which leads back to these dates. */
function useAskToSignIn(dates: PickedRange, { picked, asked }: CreateCheckoutOptions["choice"]) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return () => {
    toast({
      title: "Sign in required",
      description: "Please sign in to book a car",
      variant: "neutral",
    });
    const query = new URLSearchParams({
      ...toDateParameters(dates),
      ...toTimeParameters(picked),
      ...toAddOnParameters(asked),
    });
    void navigate(paths.auth({ next: query.size > 0 ? `${pathname}?${query}` : pathname }));
  };
}

const RULE_ERRORS: readonly string[] = [
  "outside_handover_hours",
  "too_soon",
  "too_short",
  "too_long",
] satisfies BrokenRule["code"][];

/** Reacts to a refused booking: brings the page up to date, and explains the refusal. */
function useRefusal(
  { car, dates, own, correctPrice, ...options }: CreateCheckoutOptions,
  askToSignIn: () => void,
) {
  /** The start date on which the renter is too young. */
  const [tooYoungOn, setTooYoungOn] = useState<CalendarDate | null>(null);
  const [identity, setIdentity] = useDriver(car.verified_drivers_only || car.instant_for_verified);
  const show = async (error: unknown, period: RentalPeriod) => {
    if (error instanceof ApiError) {
      if (error.code === "unauthenticated") return askToSignIn();
      if (error.code === "renter_too_young") setTooYoungOn(period.start);
      if (error.code === "driver_not_verified")
        setIdentity((error.details as ErrorDetails["driver_not_verified"]).state);
      if (error.code === "payment_session_closed" || error.code === "checkout_under_way")
        void own.refreshCheckout();
      if (error.code === "dates_taken") {
        own.markTaken(period);
        void own.refresh();
      }
      // The host has changed the rules since the page loaded.
      if (RULE_ERRORS.includes(error.code)) void own.refresh();
      if (error.code === "price_changed")
        correctPrice(period, (error.details as ErrorDetails["price_changed"]).quote);
      const addOn = readAddOnRefusal(error, options);
      if (addOn) correctPrice(period, addOn.quote, addOn.offered);
      if (error.code === "extra_out_of_stock") void own.refresh();
    }
    fail("Booking Failed", await explain(error, "Failed to create booking"));
  };
  return {
    show,
    isTooYoung: tooYoungOn !== null && tooYoungOn === dates.start,
    clearTooYoung: () => setTooYoungOn(null),
    /** The verification state, if this car requires verified drivers; otherwise "verified". */
    driver: car.verified_drivers_only ? identity : ("verified" as const),
    /** Whether the car asks for a verified renter, for any or for an instant booking, and this one
     *  is. True for other cars. */
    isVerified: identity === "verified",
  };
}

/** The charge without what can't be had, and what is offered as far as the refusal says. */
function readAddOnRefusal(
  { code, details }: ApiError,
  { offered, addOns }: Pick<CreateCheckoutOptions, "offered" | "addOns">,
): { quote: ChargeDetails; offered: OfferedAddOns } | undefined {
  if (code === "meeting_place_not_offered") {
    const meetingPlaces = offered.meetingPlaces.filter((place) => place !== addOns.meetingPlace);
    const { quote } = details as ErrorDetails["meeting_place_not_offered"];
    return { quote, offered: { ...offered, meetingPlaces } };
  }
  if (code === "extra_not_offered") {
    const { quote } = details as ErrorDetails["extra_not_offered"];
    return { quote, offered };
  }
  if (code !== "extra_out_of_stock") return undefined;
  const { extra_id, left, quote } = details as ErrorDetails["extra_out_of_stock"];
  const extras = offered.extras.map((extra) =>
    extra.extra_id === extra_id ? { ...extra, stock: left } : extra,
  );
  return { quote, offered: { ...offered, extras } };
}

/** @throws ApiError */
async function requestCheckout(
  carId: string,
  period: RentalPeriod,
  price: ShownPrice,
  { requests, addOns }: Pick<CreateCheckoutOptions, "requests" | "addOns">,
): Promise<OpenCheckout> {
  const token = await accessToken();
  if (!token) throw new ApiError("unauthenticated", 401);
  const meeting_place_id = addOns.meetingPlace?.place_id ?? null;
  const extras = addOns.extras.map(({ extra: { extra_id }, quantity }) => ({ extra_id, quantity }));
  const body = {
    car_id: carId,
    ...toWirePeriod(period),
    total_amount: centsToDollars(price.totalCents),
    amount_due_cents: price.amountDueCents,
    meeting_place_id,
    extras,
    special_requests: requests.trim() || null,
  };
  const { url, session_id, expires_at } = await api(
    "POST /functions/v1/create-booking-checkout",
    { body },
    { token },
  );
  const { lines } = price;
  const held = { meeting_place_id, extras, lines };
  return { url, session_id, expires_at, ...toWirePeriod(period), ...held };
}

/** @throws ApiError */
const saveDateOfBirth = async (dateOfBirth: string) =>
  api(
    "PATCH /api/profile",
    { body: { date_of_birth: dateOfBirth } },
    { token: await accessToken() },
  );
