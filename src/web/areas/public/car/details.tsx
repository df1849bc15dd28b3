// The details of a car, beside the booking panel.
import type { ReactNode } from "react";
import type { HostReliability } from "../../../../contract/people/reviews.ts";
import type { RentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { OpenInMaps } from "../../../parts/map/open-in-maps.tsx";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { BODY_TYPE_LABELS, carName } from "../../../parts/page/shared-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { cx } from "../../../ui/cx.ts";
import { RatingMark } from "../../../ui/stars.tsx";
import { GoodToKnow } from "./good-to-know.tsx";
import { HostSection } from "./host-section.tsx";
import type { DistanceLimit } from "../../../../domain/tariff/usage-terms.ts";
import type { ShownCar } from "./shown-car.ts";
import { PickupMap } from "./pickup-map.tsx";
import { Icon } from "../../../ui/icon.tsx";

export interface CarDetailsProps {
  car: ShownCar;
  /** The limit of its distance; null if that is unlimited. */
  distance: DistanceLimit | null;
  /** Actions beside the title. */
  tools?: ReactNode;
  /** Null until dates are chosen. */
  period?: RentalPeriod | null;
  /** Null if it is not known. */
  reliability?: HostReliability | null;
}

export const CarDetails = ({
  car,
  tools,
  distance,
  period = null,
  reliability = null,
}: CarDetailsProps) => (
  <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-8">
    <Title car={car} tools={tools} />
    <MainFacts car={car} />
    {car.host !== undefined && <HostSection car={car} host={car.host} reliability={reliability} />}
    {(car.description || car.features.length > 0) && <About car={car} />}
    <Section title="Pickup location">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {car.location} <OpenInMaps {...car} />
      </p>
      {car.latitude !== null && car.longitude !== null && (
        <PickupMap latitude={car.latitude} longitude={car.longitude} />
      )}
    </Section>
    <Section title="Good to know">
      <GoodToKnow
        fuelType={car.fuel_type}
        isInstant={car.booking_mode === "instant"}
        period={period}
        distance={distance}
      />
    </Section>
  </div>
);

const Title = ({ car, tools }: Pick<CarDetailsProps, "car" | "tools">) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <div className="flex items-start justify-between gap-4">
      <h1 className="text-[clamp(1.75rem,1.4rem+1.4vw,2.4rem)] leading-[1.15] wrap-anywhere">
        {car.title}
      </h1>
      {tools}
    </div>
    <p className="text-muted-foreground">
      {carName(car)} &middot; {car.location}
    </p>
    {car.rating && (
      <a
        href="#reviews"
        className="inline-flex min-h-6 items-center justify-self-start hover:underline"
      >
        <RatingMark {...car.rating} />
      </a>
    )}
  </div>
);

function MainFacts({ car }: { car: ShownCar }) {
  const facts = [
    ...(car.body_type
      ? [{ icon: "car" as const, value: BODY_TYPE_LABELS[car.body_type], label: "Body type" }]
      : []),
    { icon: "users", value: car.seats, label: "Seats" },
    { icon: "fuel", value: capitalised(car.fuel_type), label: "Fuel type" },
    { icon: "cog", value: capitalised(car.transmission), label: "Transmission" },
  ] as const;
  return (
    <dl
      className={cx(
        "grid gap-2 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none sm:gap-3",
        facts.length === 4 ? "min-[22rem]:grid-cols-2" : "min-[22rem]:grid-cols-3",
      )}
    >
      {facts.map(({ icon, value, label }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end rounded-md bg-surface-2 p-3 text-sm sm:p-4"
        >
          <dt className="text-muted-foreground">{label}</dt>
          <dd className="font-bold">
            <Icon name={icon} size={22} className="mb-2 text-link" />
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const About = ({ car }: { car: ShownCar }) => (
  <Section title="About this car">
    {car.description && (
      <p className="max-w-[40rem] whitespace-pre-line wrap-anywhere">{car.description}</p>
    )}
    {car.features.length > 0 && (
      <ul aria-label="Features" className="flex flex-wrap gap-2">
        {car.features.map((feature) => (
          <li key={feature} className="flex">
            <Badge variant="quiet" className="min-h-8 px-[.8rem]">
              {feature}
            </Badge>
          </li>
        ))}
      </ul>
    )}
  </Section>
);

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-t border-border pt-8">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}
