// Checks a checkout against the listing's rules and prices, and that the renter has seen the price.
import { checkRules } from "../../../../domain/booking/booking-rules.ts";
import {
  toPricedDays,
  type RentalPeriod,
  type RentalTimes,
} from "../../../../domain/booking/rental-period.ts";
import { DomainError } from "../../../../domain/errors.ts";
import {
  hasAddOns,
  type AddOnRequest,
  type AddOns,
} from "../../../../domain/listing/add-ons/add-ons.ts";
import {
  calculateCharge,
  checkChargeable,
  toChargeDetails,
  withCredit,
  type Charge,
} from "../../../../domain/money/charge.ts";
import type { UsageDetails } from "../../../../domain/tariff/usage-columns.ts";
import { isSameTerms, toUsageDetails } from "../../../../domain/tariff/usage-terms.ts";
import type { BookableCar, BookableListing } from "../../listings/listings.service.ts";
import { requireAddOns } from "./checkout-add-ons.ts";

export interface RequestedBooking {
  renterId: string;
  carId: string;
  period: RentalPeriod & RentalTimes;
  totalCents: number;
  amountDueCents: number | undefined;
  creditCents: number;
  shownTerms: UsageDetails | undefined;
  requestedAddOns: AddOnRequest;
  drivers: readonly string[];
  specialRequests: string | null;
}

/**
 * Checks the car's rules. Only a listing that was read with the rental's days knows their minimums.
 * @throws DomainError own_car, and the codes of BrokenRule
 */
export function checkCar(
  car: BookableCar,
  { renterId, period }: RequestedBooking,
  now: Date,
): void {
  if (car.hostId === renterId) throw new DomainError("own_car");
  checkRules(period, car.rules, now);
}

/**
 * Checks the rules, and that the renter has seen the price.
 * @param given creditCents: the credit that the renter can spend now
 * @throws DomainError price_changed, credit_changed, usage_terms_changed, dates_too_long, and the
 * codes of checkCar and requireAddOns
 */
export function checkListing(
  {
    listing,
    requested,
    creditCents,
  }: { listing: BookableListing; requested: RequestedBooking; creditCents: number },
  now: Date,
): { charge: Charge; addOns: AddOns } {
  checkCar(listing, requested, now);
  const { period, amountDueCents, shownTerms } = requested;
  const addOns = requireAddOns({ listing, period, creditCents }, requested.requestedAddOns);
  const rental = { ...toPricedDays(period), addOns };
  const charge = withCredit(calculateCharge(listing, rental), creditCents);
  confirmAmounts(charge, requested, hasAddOns(addOns));
  const usage_terms = toUsageDetails(listing.usageTerms);
  // The specified request confirms neither. Its renter sees the terms on the provider's page.
  if (shownTerms ? !isSameTerms(shownTerms, usage_terms) : amountDueCents !== undefined)
    throw new DomainError("usage_terms_changed", { usage_terms });
  checkChargeable(listing, rental);
  return { charge, addOns };
}

/**
 * Refuses amounts that differ from the server's, and returns the server's. The specified request,
 * without add-ons, names only the total. Its renter sees the credit on the provider's page.
 * @throws DomainError price_changed, credit_changed
 */
function confirmAmounts(
  charge: Charge,
  { totalCents, amountDueCents, creditCents }: RequestedBooking,
  needsAmountDue: boolean,
): void {
  const quote = toChargeDetails(charge);
  const priceCents = charge.amountDueCents + charge.creditCents;
  const isPriceConfirmed =
    amountDueCents === undefined ? !needsAmountDue : amountDueCents + creditCents === priceCents;
  if (totalCents !== charge.totalCents || !isPriceConfirmed)
    throw new DomainError("price_changed", { quote });
  if (amountDueCents !== undefined && creditCents !== charge.creditCents)
    throw new DomainError("credit_changed", { quote });
}
