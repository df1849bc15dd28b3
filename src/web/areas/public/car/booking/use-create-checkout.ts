// Creates the checkout of the chosen days: the actions of the booking buttons.
import { useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import type { ListingDetail } from "../../../../../contract/listings/listings.ts";
import { toWirePeriod, type RentalPeriod } from "../../../../../domain/booking/rental-period.ts";
import { toWireAddOns, type AddOns } from "../../../../../domain/listing/add-ons/add-ons.ts";
import type { PickedRange } from "../../../../ui/form/date-range-field.tsx";
import { isBefore } from "../../../../../domain/calendar/dates.ts";
import { isTariffVersion } from "../../../../../domain/tariff/tariff.ts";
import type { UsageDetails } from "../../../../../domain/tariff/usage-columns.ts";
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
import type { OpenCheckout } from "./use-open-checkout.ts";
import { useRefusal, type RefusalOptions } from "./use-refusal.ts";
import type { ShownPrice } from "./use-price.ts";
import type { useTypedUntilBooked } from "./typed/use-typed-until-booked.ts";

export const BUSY_LABEL = "Creating Booking...";

export interface CreateCheckoutOptions extends RefusalOptions {
  car: ListingDetail;
  choice: RefusalOptions["choice"] & { picked: PickedTimes };
  /** Null until both dates are chosen. */
  period: RentalPeriod | null;
  /** The period once the car's rules are known, on which the suggested times depend. */
  settlePeriod: () => Promise<RentalPeriod | null>;
  addOns: AddOns;
  /** Of the car, as the page shows them. */
  carTerms: UsageDetails;
  /** With the chosen extras. */
  usageTerms: UsageDetails | null;
  price: ShownPrice | null;
  typed: Pick<
    ReturnType<typeof useTypedUntilBooked>,
    "requests" | "namedDrivers" | "checkDrivers" | "showDriverRefusal"
  >;
  own: RefusalOptions["own"] & { show: (created: OpenCheckout) => void };
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

/** @returns whether the page knows the tariff; otherwise asks the renter to reload it */
function checkTariff({ tariff_version }: UsageDetails): boolean {
  if (isTariffVersion(tariff_version)) return true;
  fail("Please reload the page", "It has changed since you opened it.");
  return false;
}

const checkChoice = ({ dates, askForDates, typed, carTerms }: CreateCheckoutOptions): boolean =>
  checkDates(dates, askForDates) && typed.checkDrivers() && checkTariff(carTerms);

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
      if (needsBirthday || (await options.typed.showDriverRefusal(error))) return;
      await showRefusal(error, period);
    }
  };

  /** Must run in a click: the tab has to open before anything is awaited. */
  const book = () => {
    if (phase === "creating") return;
    if (!checkChoice(options)) return;
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
function useAskToSignIn(
  dates: PickedRange,
  { picked, requested }: CreateCheckoutOptions["choice"],
) {
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
      ...toAddOnParameters(requested),
    });
    void navigate(paths.auth({ next: query.size > 0 ? `${pathname}?${query}` : pathname }));
  };
}

/** What the page shows as paid with credit. */
function readCredit({ lines }: ShownPrice): { credit_cents?: number } {
  const credit = lines.find(({ code }) => code === "credit");
  return credit ? { credit_cents: -credit.amount_cents } : {};
}

/** @throws ApiError */
async function requestCheckout(
  carId: string,
  period: RentalPeriod,
  price: ShownPrice,
  {
    typed,
    addOns,
    carTerms,
    usageTerms,
  }: Pick<CreateCheckoutOptions, "typed" | "addOns" | "carTerms" | "usageTerms">,
): Promise<OpenCheckout> {
  const token = await accessToken();
  if (!token) throw new ApiError("unauthenticated", 401);
  const requested = { ...toWireAddOns(addOns), drivers: typed.namedDrivers };
  const body = {
    car_id: carId,
    ...toWirePeriod(period),
    total_amount: centsToDollars(price.totalCents),
    amount_due_cents: price.amountDueCents,
    ...readCredit(price),
    usage_terms: carTerms,
    ...requested,
    special_requests: typed.requests.trim() || null,
  };
  const { url, session_id, expires_at, held_until } = await api(
    "POST /functions/v1/create-booking-checkout",
    { body },
    { token },
  );
  return {
    url,
    session_id,
    expires_at,
    held_until,
    ...toWirePeriod(period),
    ...requested,
    lines: price.lines,
    usage_terms: usageTerms,
  };
}

/** @throws ApiError */
const saveDateOfBirth = async (dateOfBirth: string) =>
  api(
    "PATCH /api/profile",
    { body: { date_of_birth: dateOfBirth } },
    { token: await accessToken() },
  );
