// The schema.org data of a car for search engines: its description, prices and rating.
import type { ListingDetail } from "../../../../contract/listings/listings.ts";
import { dayAfter, toCalendarDate, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { islandName } from "../../../../domain/place/islands.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { MAX_STARS } from "../../../../domain/booking/review.ts";
import { breadcrumbList, JsonLd } from "../../../parts/page/json-ld.tsx";
import { carName } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";

export interface StructuredCarProps {
  car: ListingDetail;
  /** PUBLIC_URL, such as "https://caydrive.example". */
  origin: string;
}

const describeCar = (car: ListingDetail): string =>
  car.description ?? `${carName(car)} in ${car.location}.`;

const pricePerDay = (dollars: number) => ({
  "@type": "UnitPriceSpecification",
  price: dollars.toFixed(2),
  priceCurrency: "USD",
  referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: "DAY" },
});

/** Each run of dates with the same price of their own, in order. */
function customPrices({ custom_prices }: ListingDetail) {
  const runs: { first: CalendarDate; last: CalendarDate; price: number }[] = [];
  for (const [day, price] of Object.entries(custom_prices).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const date = toCalendarDate(day);
    const run = runs.at(-1);
    if (run && run.price === price && dayAfter(run.last) === date) run.last = date;
    else runs.push({ first: date, last: date, price });
  }
  return runs.map(({ first, last, price }) => ({
    ...pricePerDay(price),
    validFrom: first,
    validThrough: last,
  }));
}

function toProduct({ car, origin }: StructuredCarProps) {
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
      priceSpecification: [pricePerDay(car.price_per_day), ...customPrices(car)],
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
