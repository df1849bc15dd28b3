// The response to a refused booking: brings the page up to date, and explains the refusal.
import { useState } from "react";
import type { BrokenRule } from "../../../../../domain/booking/booking-rules.ts";
import type { RentalPeriod } from "../../../../../domain/booking/rental-period.ts";
import type { CalendarDate } from "../../../../../domain/calendar/dates.ts";
import type { ErrorDetails } from "../../../../../domain/errors.ts";
import type { AddOnRequest, OfferedAddOns } from "../../../../../domain/listing/add-ons/add-ons.ts";
import type { ExtraRequest } from "../../../../../domain/listing/add-ons/extras.ts";
import type { IdentityState } from "../../../../../domain/person/identity.ts";
import type { ChargeDetails } from "../../../../../domain/money/charge-line.ts";
import type { UsageDetails } from "../../../../../domain/tariff/usage-columns.ts";
import { ApiError } from "../../../../api/api.ts";
import { describeMissing } from "../../../../../domain/text/missing-add-ons.ts";
import { explain } from "../../../../api/explain.ts";
import type { PickedRange } from "../../../../ui/form/date-range-field.tsx";
import { toast } from "../../../../ui/overlay/toast.ts";
import type { CorrectedAddOns } from "./use-price.ts";

export interface RefusalOptions {
  dates: PickedRange;
  choice: {
    /** The add-ons of the request. The renter may choose others while it is under way. */
    requested: AddOnRequest;
    /** Whether the period is still the chosen one. */
    isStillChosen: (period: RentalPeriod) => boolean;
    /** Changes what is chosen now. */
    correctAddOns: (correct: (requested: AddOnRequest) => AddOnRequest) => void;
  };
  /** The renter's own checkout of this car, and the days that are taken. */
  own: {
    refreshCheckout: () => Promise<void>;
    refresh: () => Promise<unknown>;
    markTaken: (period: RentalPeriod) => void;
  };
  offered: OfferedAddOns;
  setIdentity: (state: IdentityState) => void;
  showTerms: (fresh: UsageDetails) => void;
  refreshCredit: () => Promise<void>;
  correctPrice: (period: RentalPeriod, quote: ChargeDetails, now: CorrectedAddOns) => void;
}

const RULE_ERRORS: readonly string[] = [
  "outside_handover_hours",
  "too_soon",
  "too_short",
  "too_long",
] satisfies BrokenRule["code"][];

export function useRefusal(
  {
    dates,
    own,
    choice,
    offered,
    setIdentity,
    showTerms,
    refreshCredit,
    correctPrice,
  }: RefusalOptions,
  askToSignIn: () => void,
) {
  /** The start date on which the renter is too young. */
  const [tooYoungOn, setTooYoungOn] = useState<CalendarDate | null>(null);
  /** What the renter has yet to pay for an earlier trip. */
  const [balance, setBalance] = useState<ErrorDetails["outstanding_balance"] | null>(null);
  const show = async (error: unknown, period: RentalPeriod) => {
    if (error instanceof ApiError) {
      if (error.code === "unauthenticated") return askToSignIn();
      if (error.code === "outstanding_balance")
        return setBalance(error.details as ErrorDetails["outstanding_balance"]);
      if (error.code === "renter_too_young") setTooYoungOn(period.start);
      if (error.code === "driver_not_verified")
        setIdentity((error.details as ErrorDetails["driver_not_verified"]).state);
      if (error.code === "payment_session_closed" || error.code === "checkout_under_way")
        void own.refreshCheckout();
      if (error.code === "dates_taken") {
        own.markTaken(period);
        void own.refresh();
      }
      // The host has changed the rules, others have booked extras, or an admin has declared a storm
      // since the page loaded.
      if (RULE_ERRORS.includes(error.code) || error.code === "car_awaits_inspection")
        void own.refresh();
      if (error.code === "extra_out_of_stock") await own.refresh();
      if (error.code === "credit_changed") void refreshCredit();
      if (error.code === "usage_terms_changed")
        showTerms((error.details as ErrorDetails["usage_terms_changed"]).usage_terms);
      const corrected = readCorrection(error, { offered, requested: choice.requested });
      if (corrected) {
        // What is left is only known of the refused days.
        if (error.code !== "extra_out_of_stock" || choice.isStillChosen(period))
          choice.correctAddOns(corrected.correct);
        if (corrected.quote)
          correctPrice(period, corrected.quote, {
            offered: corrected.offered,
            requested: corrected.correct(choice.requested),
          });
      }
    }
    const description =
      nameMissingAddOns(error, offered, choice.requested) ??
      (await explain(error, "Failed to create booking"));
    toast({ title: "Booking Failed", description, variant: "destructive" });
  };
  return {
    show,
    balance,
    isTooYoung: tooYoungOn !== null && tooYoungOn === dates.start,
    clearTooYoung: () => setTooYoungOn(null),
  };
}

/** The place and extras that the host no longer offers, by the names that the page knows. */
function nameMissingAddOns(
  error: unknown,
  { meetingPlaces, extras }: OfferedAddOns,
  sent: AddOnRequest,
): string | undefined {
  if (!(error instanceof ApiError) || !isMissing(error)) return undefined;
  const { extra_ids } = error.details as MissingDetails;
  const places = meetingPlaces.filter(
    ({ place_id }) =>
      error.code === "meeting_place_not_offered" && place_id === sent.meetingPlaceId,
  );
  const missing = extras.filter(({ extra_id }) => extra_ids.includes(extra_id));
  const count = extra_ids.length + (error.code === "meeting_place_not_offered" ? 1 : 0);
  const names = [...places, ...missing].map(({ name }) => name);
  return names.length === count ? describeMissing(names) : undefined;
}

type MissingDetails = ErrorDetails["meeting_place_not_offered" | "extra_not_offered"];
const isMissing = ({ code }: ApiError): boolean =>
  code === "meeting_place_not_offered" || code === "extra_not_offered";

interface Correction {
  quote: ChargeDetails | undefined;
  offered: OfferedAddOns;
  /** Leaves out what the car does not have. */
  correct: (requested: AddOnRequest) => AddOnRequest;
}

/** The fresh charge of a refusal, what the host offers, and how a choice changes. */
function readCorrection(
  error: ApiError,
  { offered, requested: sent }: CorrectedAddOns,
): Correction | undefined {
  const { code, details } = error;
  if (code === "price_changed" || code === "credit_changed") {
    const { quote } = details as ErrorDetails["price_changed" | "credit_changed"];
    return { quote, offered, correct: (requested) => requested };
  }
  if (isMissing(error)) {
    const { quote, extra_ids } = details as MissingDetails;
    const missingPlace = code === "meeting_place_not_offered" ? sent.meetingPlaceId : null;
    const isOffered = ({ extra_id }: { extra_id: string }) => !extra_ids.includes(extra_id);
    return {
      quote,
      offered: {
        meetingPlaces: offered.meetingPlaces.filter(({ place_id }) => place_id !== missingPlace),
        extras: offered.extras.filter(isOffered),
      },
      correct: ({ meetingPlaceId, extras }) => ({
        meetingPlaceId: meetingPlaceId === missingPlace ? null : meetingPlaceId,
        extras: extras.filter(isOffered),
      }),
    };
  }
  if (code !== "extra_out_of_stock") return undefined;
  const { quote, extras } = details as ErrorDetails["extra_out_of_stock"];
  const left = new Map(extras.map((extra) => [extra.extra_id, extra.left]));
  const reduce = ({ extra_id, quantity }: ExtraRequest) => ({
    extra_id,
    quantity: Math.min(quantity, left.get(extra_id) ?? quantity),
  });
  return {
    quote,
    offered,
    correct: (requested) => ({
      ...requested,
      extras: requested.extras.map(reduce).filter(({ quantity }) => quantity > 0),
    }),
  };
}
