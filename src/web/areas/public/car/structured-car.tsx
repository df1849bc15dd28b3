// The schema.org data of a car for search engines: its description, daily price and rating.
import type { ListingDetail } from "../../../../contract/listings/listings.ts";
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
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        price,
        priceCurrency: "USD",
        referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: "DAY" },
      },
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
