// One car in the grid. The whole card except its photos links to the car.
import { toPeriodParameters, type PeriodParameters } from "../../../parts/booking/rental-days.ts";
import { FEATURE_BADGES_PER_CARD } from "../../../../domain/listing/listing.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { formatCounted, formatUsd, formatUsdShort } from "../../../../domain/text/format.ts";
import { prefetchCarProps } from "../../../parts/listing/car-data.ts";
import { FavouriteButton } from "../../../parts/listing/favourite-button.tsx";
import { cardPhoto } from "../../../parts/listing/photo-sizes.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { carName, hostName } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { PlainLink } from "../../../ui/plain-link.tsx";
import { PhotoGallery } from "../../../ui/photo/photo-gallery.tsx";
import { RatingMark } from "../../../ui/stars.tsx";
import type { FoundCar } from "./fetch-cars.ts";
import { browsePath, type Search } from "./search.ts";
import { Icon } from "../../../ui/icon.tsx";

/** The card's width for each number of columns. */
const SIZES =
  "(min-width:82rem) 23vw,(min-width:62rem) 31vw,(min-width:42rem) 46vw,calc(100vw - 2rem)";

/** The number of cards in the first row of a wide screen. */
const FIRST_ROW = 4;

export const carTitleId = (carId: string) => `car-${carId}`;

export interface CarCardProps {
  car: FoundCar;
  /** Its position in the list, from 0. */
  index: number;
  /** The search, whose dates go into the link and which the car's page links back to. */
  search: Search;
  /** The heading level. */
  level?: 2 | 3;
}

export function CarCard({ car, index, search, level = 2 }: CarCardProps) {
  const Heading = `h${level}` as const;
  const dates = search.dates ? toPeriodParameters(search.dates) : {};
  const link = {
    to: paths.book(car.id, dates),
    state: { results: browsePath(search) },
    ...prefetchCarProps(car.id),
  };
  const more = car.features.length - FEATURE_BADGES_PER_CARD;
  return (
    <article className="car-card group">
      <Photos car={car} index={index} dates={dates} />
      <div>
        <div className="card-head">
          <Heading className="card-title">
            <PlainLink {...link} id={carTitleId(car.id)} className="card-link">
              {car.title}
            </PlainLink>
          </Heading>
          {car.rating && <RatingMark {...car.rating} />}
        </div>
        <p className="card-note">{`${carName(car)} · ${car.location}`}</p>
        {car.distance && <p className="text-sm">{car.distance}</p>}
      </div>
      <Specs car={car} />
      {car.features.length > 0 && (
        <ul aria-label="Features" className="card-features">
          {car.features.slice(0, FEATURE_BADGES_PER_CARD).map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
          {more > 0 && <li className="card-more">{`+${more} more`}</li>}
        </ul>
      )}
      <p className="card-note">{`Hosted by ${hostName(car.host)}`}</p>
      <div className="card-foot">
        <Price car={car} />
        <Button asChild size="small">
          <PlainLink {...link} aria-label={`Book Now, ${car.title}`}>
            Book Now
          </PlainLink>
        </Button>
      </div>
    </article>
  );
}

/** In front of the link that covers the card. */
const Photos = ({
  car,
  index,
  dates,
}: Pick<CarCardProps, "car" | "index"> & { dates: PeriodParameters }) => (
  <div className="card-photos">
    <PhotoGallery
      look="card"
      photos={car.images}
      toPhoto={cardPhoto}
      name={carName(car)}
      sizes={() => SIZES}
      first={index === 0}
      eager={index < FIRST_ROW}
    />
    <FavouriteButton car={car} dates={dates} look="photo" />
    {car.booking_mode === "instant" && (
      <Badge variant="photo" className="photo-note">
        <Icon name="zap" size={14} />
        Instant book
      </Badge>
    )}
  </div>
);

/** The daily rate; with dates, also the total with all fees. */
function Price({ car: { price_per_day, quote } }: { car: FoundCar }) {
  return (
    <div className="card-price">
      <Badge variant="secondary" className="badge-price">
        <b>{formatUsdShort(dollarsToCents(price_per_day))}</b> / day
      </Badge>
      {quote && (
        <p>
          <b>{formatUsd(dollarsToCents(quote.amount_due))}</b>{" "}
          <span>{`all in, ${formatCounted(quote.days, "day", "days")}`}</span>
        </p>
      )}
    </div>
  );
}

function Specs({ car }: { car: FoundCar }) {
  const specs = [
    ["users", `${car.seats} seats`],
    ["fuel", capitalised(car.fuel_type)],
    ["cog", capitalised(car.transmission)],
  ] as const;
  return (
    <p className="specs">
      {specs.map(([icon, text]) => (
        <span key={text}>
          <Icon name={icon} size={16} />
          {text}
        </span>
      ))}
    </p>
  );
}
