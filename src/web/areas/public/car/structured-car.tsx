// The schema.org data of a car for search engines: its description, prices and rating.
import type { ListingDetail } from "../../../../contract/listings/listings.ts";
import {
  addDays,
  dayAfter,
  toCalendarDate,
  type CalendarDate,
} from "../../../../domain/calendar/dates.ts";
import { priceOfDay, readTerms } from "../../../../domain/listing/prices.ts";
import { centsToDollars } from "../../../../domain/money/money.ts";
import { islandName } from "../../../../domain/place/islands.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { MAX_STARS } from "../../../../domain/review/review.ts";
import { breadcrumbList, JsonLd } from "../../../parts/page/json-ld.tsx";
import { carName } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";

export interface StructuredCarProps {
  car: ListingDetail;
  /** PUBLIC_URL, such as "https://caydrive.example". */
  origin: string;
  /** The first day whose price is named. */
  today: CalendarDate;
}

const describeCar = (car: ListingDetail): string =>
  car.description ?? `${carName(car)} in ${car.location}.`;

const pricePerDay = (dollars: number) => ({
  "@type": "UnitPriceSpecification",
  price: dollars.toFixed(2),
  priceCurrency: "USD",
  referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: "DAY" },
});

/** The days ahead whose prices are all named. Of later days, only custom prices are. */
const PRICED_DAYS_AHEAD = 60;

/** Each run of dates that cost something else than the price per day, in order. */
function otherPrices(car: ListingDetail, today: CalendarDate) {
  const terms = readTerms(car);
  const later = addDays(today, PRICED_DAYS_AHEAD);
  const days = [
    ...Array.from({ length: PRICED_DAYS_AHEAD }, (_, index) => addDays(today, index)),
    ...Object.keys(terms.customPrices)
      .map(toCalendarDate)
      .filter((day) => day >= later)
      .toSorted(),
  ];
  const runs: { first: CalendarDate; last: CalendarDate; cents: number }[] = [];
  for (const day of days) {
    const cents = priceOfDay(terms, day);
    if (cents === terms.pricePerDayCents) continue;
    const run = runs.at(-1);
    if (run && run.cents === cents && dayAfter(run.last) === day) run.last = day;
    else runs.push({ first: day, last: day, cents });
  }
  return runs.map(({ first, last, cents }) => ({
    ...pricePerDay(centsToDollars(cents)),
    validFrom: first,
    validThrough: last,
  }));
}

function toProduct({ car, origin, today }: StructuredCarProps) {
  const url = origin + paths.book(car.id);
  const price = car.price_per_day.toFixed(2);
  return {
    "@type": "Product",
    "@id": url,
    name: car.title,
    description: describeCar(car),
    url,
    image:
      car.images.length > 0
        ? car.images.map((image) => new URL(image, origin).href)
        : [origin + paths.carImage(car.id)],
    category: "Car rental",
    brand: { "@type": "Brand", name: car.make },
    model: car.model,
    productionDate: String(car.year),
    ...(car.color && { color: car.color }),
    ...(car.rating && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: car.rating.average,
        reviewCount: car.rating.count,
        bestRating: MAX_STARS,
        worstRating: 1,
      },
    }),
    offers: {
      "@type": "Offer",
      url,
      price,
      priceCurrency: "USD",
      availability: "https://schema.org/InStock",
      businessFunction: "http://purl.org/goodrelations/v1#LeaseOut",
      seller: { "@type": "Organization", name: PRODUCT_NAME },
      priceSpecification: [pricePerDay(car.price_per_day), ...otherPrices(car, today)],
    },
  };
}

export const StructuredCar = (props: StructuredCarProps) => (
  <>
    <JsonLd data={toProduct(props)} />
    <JsonLd
      data={breadcrumbList(props.origin, [
        { name: "Home", path: paths.home() },
        { name: "Browse", path: paths.browse() },
        ...(props.car.island
          ? [
              {
                name: islandName(props.car.island),
                path: paths.browse({ island: props.car.island }),
              },
            ]
          : []),
        { name: props.car.title, path: paths.book(props.car.id) },
      ])}
    />
  </>
);
