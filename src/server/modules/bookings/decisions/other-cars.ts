// What emails and alerts about a cancelled booking say about other cars for the same trip.
import type { SimilarListing } from "../../../../contract/listings/listings.ts";
import {
  toRentalPeriod,
  toWirePeriod,
  type RentalPeriod,
} from "../../../../domain/booking/rental-period.ts";
import { islandName } from "../../../../domain/place/islands.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import type { MailContent } from "../../../platform/mail/mail-layout.ts";
import type { BookingDetailsRow } from "../bookings.repository.ts";
import type { MailedBooking, RefundContext } from "../notifications/booking-mail.ts";

type Facts = NonNullable<MailContent["facts"]>;

/** A period as the parameters of a URL. */
function toParameters(period: RentalPeriod): URLSearchParams {
  const { start_date, end_date, pickup_time, return_time } = toWirePeriod(period);
  return new URLSearchParams({
    start_date,
    end_date,
    ...(pickup_time && { pickup_time }),
    ...(return_time && { return_time }),
  });
}

/** Cars on the same island that are free for a booking's period, or what is left of it. */
export const toOtherCars = (
  booking: BookingDetailsRow,
  origin: string,
  { offers }: Pick<RefundContext, "offers"> = {},
): NonNullable<MailContent["action"]> => ({
  label: "Find another car",
  url: `${origin}/browse${booking.island ? `/${booking.island}` : ""}?${toParameters(offers?.period ?? toRentalPeriod(booking))}`,
});

/** "2021 Toyota RAV4" */
const nameOffer = ({ year, make, model }: SimilarListing): string => `${year} ${make} ${model}`;

/** "2021 Toyota RAV4, 5 seats, $231.00 all in" */
const describeOffer = (car: SimilarListing): string =>
  [
    nameOffer(car),
    `${car.seats} seats`,
    ...(car.quote ? [`${formatUsd(dollarsToCents(car.quote.amount_due))} all in`] : []),
  ].join(", ");

/** Each offered car, with a link to book it. */
export function offerFacts(origin: string, { offers }: RefundContext): Facts {
  if (!offers) return [];
  const parameters = toParameters(offers.period);
  return offers.cars.map((car) => [
    "Free for your trip",
    describeOffer(car),
    { label: "Book this car", url: `${origin}/book/${car.id}?${parameters}` },
  ]);
}

const noOffer = ({ island }: BookingDetailsRow): string =>
  `We found no car ${island ? `on ${islandName(island)} ` : ""}that you can book right away for your whole trip.`;

/** Whether there are offers, and whom to call. */
export function offerParagraphs(booking: MailedBooking, { offers, help }: RefundContext): string[] {
  if (offers && offers.cars.length > 0)
    return [
      `${offers.cars.length === 1 ? "This car is" : "These cars are"} free for your whole trip, and confirmed when you book.`,
      ...(help ? [help] : []),
    ];
  return [[...(offers ? [noOffer(booking)] : []), ...(help ? [help] : [])].join(" ")].filter(
    Boolean,
  );
}

/**
 * The offers in an alert, which names the car nearest in price: "Free for your trip: 2021 Toyota
 * RAV4, and 2 more."
 */
export function sayOffers({ offers, helpPhone }: RefundContext): string | undefined {
  if (!offers) return undefined;
  const [first, ...others] = offers.cars;
  if (!first) return `For another car, call ${helpPhone}.`;
  return `Free for your trip: ${nameOffer(first)}${others.length > 0 ? `, and ${others.length} more` : ""}.`;
}
