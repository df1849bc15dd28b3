// The details of a car, beside the booking panel.
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ListingDetail } from "../../../../contract/listings/listings.ts";
import { RENTER_CANCELLATION_HOURS } from "../../../../domain/booking/booking-deadlines.ts";
import { MINIMUM_RENTER_AGE } from "../../../../domain/person/renter.ts";
import { OpenInMaps } from "../../../parts/map/open-in-maps.tsx";
import { IdentityBadge } from "../../../parts/person/identity-badge.tsx";
import { capitalised, carName, hostName } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { RatingMark } from "../../../ui/stars.tsx";
import { PickupMap } from "./pickup-map.tsx";
import { Icon } from "../../../ui/icon.tsx";

/** The displayed fields; host fields are absent if the host is unknown. */
export type ShownCar = Omit<
  ListingDetail,
  | "host"
  | "host_id"
  | "rating"
  | "created_at"
  | "island"
  | "is_host_verified"
  | "verified_drivers_only"
  | "host_photo_id"
> & {
  host?: ListingDetail["host"];
  is_host_verified?: boolean;
  /** Set if the host has a public page. */
  host_id?: string;
  host_photo_id?: string | null;
  rating?: ListingDetail["rating"];
};

export interface CarDetailsProps {
  car: ShownCar;
  /** Actions beside the title. */
  tools?: ReactNode;
}

export const CarDetails = ({ car, tools }: CarDetailsProps) => (
  <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-8">
    <Title car={car} tools={tools} />
    <MainFacts car={car} />
    {car.host !== undefined && <Host car={car} host={car.host} />}
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
      <div className="grid gap-4 md:grid-cols-2">
        <Fact icon={<Icon name="calendar-x-2" />} title="Free cancellation">
          Full refund until {RENTER_CANCELLATION_HOURS} hours before the start date.
        </Fact>
        <Fact icon={<Icon name="id-card" />} title={`${MINIMUM_RENTER_AGE} or older`}>
          On the start date, with a valid licence and a payment card.
        </Fact>
      </div>
    </Section>
  </div>
);

const Title = ({ car, tools }: CarDetailsProps) => (
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
    { icon: "users", value: car.seats, label: "Seats" },
    { icon: "fuel", value: capitalised(car.fuel_type), label: "Fuel type" },
    { icon: "cog", value: capitalised(car.transmission), label: "Transmission" },
  ] as const;
  return (
    <dl className="grid gap-2 min-[22rem]:grid-cols-3 sm:gap-3">
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

const Host = ({ car, host }: { car: ShownCar; host: ListingDetail["host"] }) => (
  <div className="flex items-center gap-4">
    {host && (
      <Avatar
        big
        firstName={host.first_name}
        lastName={host.last_name}
        photoId={car.host_photo_id}
      />
    )}
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-bold">
        Hosted by {hostName(host)}
        {car.is_host_verified && <IdentityBadge state="verified" />}
      </p>
      {host && (
        <p className="flex flex-wrap gap-x-5 text-sm">
          {car.host_id && (
            <Link
              to={paths.hostPage(car.host_id)}
              className="link inline-flex min-h-6 min-w-0 items-center"
            >
              About {host.first_name}
            </Link>
          )}
          <Link
            to={paths.messages({ car: car.id })}
            className="link inline-flex min-h-6 items-center"
          >
            Message host
          </Link>
        </p>
      )}
    </div>
  </div>
);

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

function Fact({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <span className="mt-0.5 flex-none">{icon}</span>
      <div>
        <b>{title}</b>
        <p className="text-sm text-muted-foreground">{children}</p>
      </div>
    </div>
  );
}
