// The text of the checkout page for a booking: the lines of its charge, which add up to the amount
// due, what paying does, and whether the trip can be cancelled.
import { formatBookingNumber } from "../../../../domain/booking/booking-number.ts";
import { ANSWER_HOURS } from "../../../../domain/booking/booking-deadlines.ts";
import { describeCancellation } from "../../../../domain/booking/cancellation-text.ts";
import { freeCancellation } from "../../../../domain/booking/cancellation.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { sumLines, type ChargeLine } from "../../../../domain/money/charge-line.ts";
import { DEPOSIT_RELEASE, describeDeposit } from "../../../../domain/money/deposit/deposit-text.ts";
import { describeDistance } from "../../../../domain/tariff/distance-text.ts";
import { describeCeiling } from "../../../../domain/tariff/tariff-text.ts";
import { readUsageTerms } from "../../../../domain/tariff/usage-terms.ts";
import { SAVED_CARD_CONSENT } from "../../../../domain/money/later/saved-card.ts";
import { formatPeriod, formatUsd } from "../../../../domain/text/format.ts";
import type { CheckoutText } from "../../payments/payments.service.ts";
import type { PurchasedBooking } from "../bookings.repository.ts";
import { nameCar } from "../notifications/booking-mail.ts";

/**
 * The card provider refuses a repeated request that differs, so the text must not change from one
 * day to the next.
 */
const formatPurchasedDates = (booking: PurchasedBooking): string =>
  formatPeriod(toRentalPeriod(booking), todayInNassau(new Date(booking.created_at)));

const isRequest = (booking: PurchasedBooking): boolean => booking.booking_mode === "approval";

const describePayment = (booking: PurchasedBooking): string =>
  isRequest(booking)
    ? `We'll hold this amount on your card. You're only charged if the host approves within ${ANSWER_HOURS} hours.`
    : "Your card is charged when you book.";

/** " Unlimited distance. Never more than $1,020.00 for claims after the trip." */
function describeUsage(booking: PurchasedBooking): string {
  const terms = readUsageTerms(booking);
  if (!terms) return "";
  return ` ${describeDistance(terms.distance, booking.days)}. ${describeCeiling(terms.ceilingCents)} for claims after the trip.${terms.depositCents === 0 ? "" : ` Deposit: ${describeDeposit(terms.depositCents, true)}. ${DEPOSIT_RELEASE}`}`;
}

/** Charges after the trip follow only from the tariff. */
const savesCard = (booking: PurchasedBooking): boolean => booking.tariff_version !== null;

const describeSaving = (booking: PurchasedBooking): string =>
  savesCard(booking) ? ` ${SAVED_CARD_CONSENT}` : "";

/** As of the opening of the checkout, so that a repeated request does not differ. */
function describeTerms(booking: PurchasedBooking): Pick<CheckoutText, "note" | "warning"> {
  const createdAt = new Date(booking.created_at);
  const cancellation = freeCancellation(toRentalPeriod(booking), createdAt);
  const sentence = describeCancellation(cancellation, createdAt, {
    isRequest: isRequest(booking),
  });
  const paying = `${describePayment(booking)}${describeUsage(booking)}`;
  return cancellation.state === "free"
    ? {
        note: `${paying} ${sentence} Times are Nassau time.${describeSaving(booking)}`,
        warning: null,
      }
    : { note: `${paying}${describeSaving(booking)}`, warning: sentence };
}

export const checkoutText = (booking: PurchasedBooking): CheckoutText => ({
  carId: booking.car_id,
  renterId: booking.renter_id,
  renterEmail: booking.renter_email,
  period: toRentalPeriod(booking),
  description: `${nameCar(booking)}, ${formatPurchasedDates(booking)}, ${formatBookingNumber(booking.number)}`,
  isHold: isRequest(booking),
  savesCard: savesCard(booking),
  ...describeTerms(booking),
  lineItems: toLineItems(booking.lines),
});

/**
 * The card provider takes no negative items, so the rental names its discount. A price of which
 * credit pays a part is one item.
 */
function toLineItems(lines: readonly ChargeLine[]): CheckoutText["lineItems"] {
  const creditCents = -sumLines(lines, { code: "credit" });
  if (creditCents > 0) {
    const name = `Rental and fees, less ${formatUsd(creditCents)} of credit`;
    return [{ name, amountCents: sumLines(lines) }];
  }
  const discounts = lines.filter(({ code }) => code === "discount");
  return lines
    .filter(({ code, amountCents }) => code !== "discount" && amountCents > 0)
    .map(({ code, label, amountCents }) =>
      code === "rental"
        ? {
            name: [label, ...discounts.map((discount) => discount.label)].join(", "),
            amountCents: amountCents + sumLines(discounts),
          }
        : { name: label, amountCents },
    );
}
