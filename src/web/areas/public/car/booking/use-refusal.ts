// The response to a refused booking: brings the page up to date, and explains the refusal.
import { useState } from "react";
import type { ListingDetail } from "../../../../../contract/listings/listings.ts";
import type { BrokenRule } from "../../../../../domain/booking/booking-rules.ts";
import type { RentalPeriod } from "../../../../../domain/booking/rental-period.ts";
import type { CalendarDate } from "../../../../../domain/calendar/dates.ts";
import type { ErrorDetails } from "../../../../../domain/errors.ts";
import type { AddOnRequest, OfferedAddOns } from "../../../../../domain/listing/add-ons/add-ons.ts";
import type { ChargeDetails } from "../../../../../domain/money/charge-line.ts";
import { ApiError } from "../../../../api/api.ts";
import { formatList } from "../../../../../domain/text/format.ts";
import { explain } from "../../../../api/explain.ts";
import type { PickedRange } from "../../../../ui/form/date-range-field.tsx";
import { toast } from "../../../../ui/overlay/toast.ts";
import { useDriver } from "./use-driver.ts";
import type { CorrectedAddOns } from "./use-price.ts";

export interface RefusalOptions {
  car: ListingDetail;
  dates: PickedRange;
  /** The chosen add-ons. */
  choice: { requested: AddOnRequest; pickAddOns: (requested: AddOnRequest) => void };
  /** The renter's own checkout of this car, and the days that are taken. */
  own: {
    refreshCheckout: () => Promise<void>;
    refresh: () => Promise<unknown>;
    markTaken: (period: RentalPeriod) => void;
  };
  offered: OfferedAddOns;
  correctPrice: (period: RentalPeriod, quote: ChargeDetails, now: CorrectedAddOns) => void;
}

const RULE_ERRORS: readonly string[] = [
  "outside_handover_hours",
  "too_soon",
  "too_short",
  "too_long",
] satisfies BrokenRule["code"][];

export function useRefusal(
  { car, dates, own, choice, offered, correctPrice }: RefusalOptions,
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
      // The host has changed the rules, or others have booked extras, since the page loaded.
      if (RULE_ERRORS.includes(error.code)) void own.refresh();
      if (error.code === "extra_out_of_stock") await own.refresh();
      const corrected = readCorrection(error, { offered, requested: choice.requested });
      if (corrected) {
        const { quote, ...addOns } = corrected;
        if (addOns.requested !== choice.requested) choice.pickAddOns(addOns.requested);
        correctPrice(period, quote, addOns);
      }
    }
    const description =
      nameMissingExtras(error, offered) ?? (await explain(error, "Failed to create booking"));
    toast({ title: "Booking Failed", description, variant: "destructive" });
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

/** The extras that the host no longer offers, by the names that the page knows. */
function nameMissingExtras(error: unknown, { extras }: OfferedAddOns): string | undefined {
  if (!(error instanceof ApiError) || error.code !== "extra_not_offered") return undefined;
  const { extra_ids } = error.details as ErrorDetails["extra_not_offered"];
  const names = extras
    .filter(({ extra_id }) => extra_ids.includes(extra_id))
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  return `The host no longer offers ${formatList(names)}. Please check the new total and book again.`;
}

/** The fresh charge of a refusal, and the add-ons without what the car does not have. */
function readCorrection(
  { code, details }: ApiError,
  { offered, requested }: CorrectedAddOns,
): (CorrectedAddOns & { quote: ChargeDetails }) | undefined {
  if (code === "price_changed") {
    const { quote } = details as ErrorDetails["price_changed"];
    return { quote, offered, requested };
  }
  if (code === "meeting_place_not_offered") {
    const { quote } = details as ErrorDetails["meeting_place_not_offered"];
    const meetingPlaces = offered.meetingPlaces.filter(
      ({ place_id }) => place_id !== requested.meetingPlaceId,
    );
    return {
      quote,
      offered: { ...offered, meetingPlaces },
      requested: { ...requested, meetingPlaceId: null },
    };
  }
  if (code === "extra_not_offered") {
    const { quote, extra_ids } = details as ErrorDetails["extra_not_offered"];
    const isOffered = ({ extra_id }: { extra_id: string }) => !extra_ids.includes(extra_id);
    return {
      quote,
      offered: { ...offered, extras: offered.extras.filter(isOffered) },
      requested: { ...requested, extras: requested.extras.filter(isOffered) },
    };
  }
  if (code !== "extra_out_of_stock") return undefined;
  const { quote, extras } = details as ErrorDetails["extra_out_of_stock"];
  const left = new Map(extras.map((extra) => [extra.extra_id, extra.left]));
  const reduced = requested.extras
    .map((each) => ({ ...each, quantity: left.get(each.extra_id) ?? each.quantity }))
    .filter(({ quantity }) => quantity > 0);
  return { quote, offered, requested: { ...requested, extras: reduced } };
}
