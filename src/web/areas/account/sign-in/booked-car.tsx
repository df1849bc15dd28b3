// The booking that a visitor signs in for, with a link back to the car. Imported lazily.
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { ListingDetail } from "../../../../contract/listings/listings.ts";
import { toPricedDays } from "../../../../domain/booking/rental-period.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { chooseAddOns, readOffered } from "../../../../domain/listing/add-ons/add-ons.ts";
import { readTerms } from "../../../../domain/listing/prices.ts";
import { calculateCharge } from "../../../../domain/money/charge.ts";
import { formatPeriod, formatUsd } from "../../../../domain/text/format.ts";
import { api } from "../../../api/api.ts";
import { readChosenPeriod } from "../../../parts/booking/rental-days.ts";
import { readPickedAddOns } from "../../../parts/booking/trip/picked-add-ons.ts";
import { carName } from "../../../parts/page/shared-text.ts";
import { photoSizes } from "../../../parts/listing/photo-sizes.ts";
import { Icon } from "../../../ui/icon.tsx";
import { NoPhoto } from "../../../ui/photo/no-photo.tsx";
import { Photo } from "../../../ui/photo/photo.tsx";
import type { CarPath } from "./car-path.ts";

/** If the car does not load, only the link is shown: signing in works without it. */
export default function BookedCar({ path, carId, search }: CarPath) {
  const [car, setCar] = useState<ListingDetail>();
  useEffect(() => {
    const leaving = new AbortController();
    api("GET /api/listings/{id}", { params: { id: carId } }, { signal: leaving.signal })
      .then(setCar)
      .catch(() => undefined);
    return () => leaving.abort();
  }, [carId]);
  return (
    <section aria-label="Your booking" className="grid gap-2">
      <Link
        to={path}
        className="inline-flex min-h-6 items-center gap-[.35rem] justify-self-start text-sm text-muted-foreground hover:text-foreground hover:underline"
      >
        <Icon name="arrow-left" size={16} />
        Back to the car
      </Link>
      <div className="grid min-h-24 grid-cols-[7rem_minmax(0,1fr)] items-center gap-4 rounded-md bg-surface-2 p-3">
        {car && <Summary car={car} search={search} />}
      </div>
    </section>
  );
}

function Summary({ car, search }: { car: ListingDetail; search: string }) {
  const [image] = car.images;
  const today = todayInNassau(new Date());
  const parameters = new URLSearchParams(search);
  const period = readChosenPeriod(parameters, today);
  const { addOns } = chooseAddOns(readOffered(car), readPickedAddOns(parameters));
  return (
    <>
      {image ? (
        <Photo {...photoSizes(image)} sizes="7rem" alt={carName(car)} className="rounded-md" />
      ) : (
        <NoPhoto className="rounded-md" />
      )}
      <div className="text-sm">
        <p className="font-bold wrap-anywhere">{car.title}</p>
        {period ? (
          <>
            <p className="text-muted-foreground">{formatPeriod(period, today)}</p>
            <p className="tabular-nums">
              {formatUsd(
                calculateCharge(readTerms(car), { ...toPricedDays(period), addOns }).amountDueCents,
              )}{" "}
              in total, fees included
            </p>
          </>
        ) : (
          <p className="text-muted-foreground">{carName(car)}</p>
        )}
      </div>
    </>
  );
}
