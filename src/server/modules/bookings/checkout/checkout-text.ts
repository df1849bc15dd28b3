// The text of the checkout page for a booking: the lines of its charge, which add up to the amount
// due, what paying does, and whether the trip can be cancelled.
import { formatBookingNumber } from "../../../../domain/booking/booking-number.ts";
import { ANSWER_HOURS } from "../../../../domain/booking/booking-deadlines.ts";
import { describeCancellation } from "../../../../domain/booking/cancellation-text.ts";
import { freeCancellation } from "../../../../domain/booking/cancellation.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { sumLines, type ChargeLine } from "../../../../domain/money/charge-line.ts";
import { formatPeriod } from "../../../../domain/text/format.ts";
import type { CheckoutText } from "../../payments/payments.service.ts";
import type { BookingDetailsRow } from "../bookings.repository.ts";
import { nameCar } from "../notifications/booking-mail.ts";

/**
 * The card provider refuses a repeated request that differs, so the text must not change from one
 * day to the next.
 */
const formatPurchasedDates = (booking: BookingDetailsRow): string =>
  formatPeriod(toRentalPeriod(booking), todayInNassau(new Date(booking.created_at)));

const isRequest = (booking: BookingDetailsRow): boolean => booking.booking_mode === "approval";

const describePayment = (booking: BookingDetailsRow): string =>
  isRequest(booking)
    ? `We'll hold this amount on your card. You're only charged if the host approves within ${ANSWER_HOURS} hours.`
    : "Your card is charged when you book.";

/** As of the opening of the checkout, so that a repeated request does not differ. */
function describeTerms(booking: BookingDetailsRow): Pick<CheckoutText, "note" | "warning"> {
  const createdAt = new Date(booking.created_at);
  const cancellation = freeCancellation(toRentalPeriod(booking), createdAt);
  const sentence = describeCancellation(cancellation, createdAt, {
    isRequest: isRequest(booking),
  });
  const paying = describePayment(booking);
  return cancellation.state === "free"
    ? { note: `${paying} ${sentence} Times are Nassau time.`, warning: null }
    : { note: paying, warning: sentence };
}

export const checkoutText = (booking: BookingDetailsRow): CheckoutText => ({
  carId: booking.car_id,
  renterId: booking.renter_id,
  renterEmail: booking.renter_email,
  period: toRentalPeriod(booking),
  description: `${nameCar(booking)}, ${formatPurchasedDates(booking)}, ${formatBookingNumber(booking.number)}`,
  isHold: isRequest(booking),
  ...describeTerms(booking),
  lineItems: toLineItems(booking.lines),
});

/** The card provider takes no negative items, so the rental names its discount. */
function toLineItems(lines: readonly ChargeLine[]): CheckoutText["lineItems"] {
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
