// A host's public profile: name, reliability, cars and reviews.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatRating } from "../../../../domain/text/format.ts";
import type { Host } from "../../../../contract/people/reviews.ts";
import { api } from "../../../api/api.ts";
import { CarTile } from "../../../parts/listing/car-tile.tsx";
import { IdentityBadge } from "../../../parts/person/identity-badge.tsx";
import { ReviewList, type ReviewPage } from "../../../parts/review/review-list.tsx";
import { hostName } from "../../../parts/page/shared-text.ts";
import { countReviews, writtenIn } from "../../../parts/review/review-text.ts";
import { paths } from "../../../paths.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { responseTimeText, describeCommitment } from "../../../parts/person/host-text.ts";
import { Icon } from "../../../ui/icon.tsx";

const TILE =
  "(min-width: 82rem) 18.5rem, (min-width: 64rem) 22vw, (min-width: 40rem) 44vw, calc(100vw - 2rem)";
const ICON = { size: 22, className: "mb-2 text-link" } as const;

export interface HostPageProps {
  host: Host;
  /** Null if they did not load. */
  reviews: ReviewPage | null;
}

export function HostPage({ host, reviews }: HostPageProps) {
  const { name, rating } = host;
  const responseTime = responseTimeText(host.answer_minutes);
  const commitment = describeCommitment(host.commitment);
  return (
    <div className="page-wrap grid gap-12 pt-8 pb-20 md:pt-12">
      <header className="grid gap-6 md:grid-cols-[auto_minmax(0,1fr)] md:items-center md:gap-8">
        <Avatar
          large
          firstName={name.first_name}
          lastName={name.last_name}
          photoId={name.photo_id}
        />
        <div className="grid min-w-0 gap-2">
          <h1 className="text-3xl leading-[1.1] tracking-display wrap-anywhere">
            {hostName(name)}
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground">
            Member since {writtenIn(host.member_since)}
            {host.is_verified && <IdentityBadge state="verified" />}
          </p>
          {host.about && (
            <p className="max-w-[40rem] whitespace-pre-line wrap-anywhere">{host.about}</p>
          )}
        </div>
      </header>
      <dl className="grid gap-3 sm:grid-cols-3">
        <Figure
          icon={<Icon name="star" {...ICON} />}
          label={rating ? `From ${countReviews(rating.count)}` : "From renters"}
        >
          {rating ? `${formatRating(rating.average)} of 5` : "No reviews yet"}
        </Figure>
        <Figure icon={<Icon name="clock" {...ICON} />} label="Typical response time">
          {responseTime}
        </Figure>
        <Figure icon={<Icon name="calendar-check" {...ICON} />} label={commitment.label}>
          {commitment.value}
        </Figure>
      </dl>
      <Cars host={host} />
      {reviews && <Reviews hostId={host.id} reviews={reviews} />}
    </div>
  );
}

const Cars = ({ host: { name, cars } }: { host: Host }) => (
  <section aria-labelledby="cars" className="grid gap-5">
    <h2 id="cars" className="text-xl">
      {name.first_name}&rsquo;s cars
    </h2>
    {cars.length > 0 ? (
      <ul className="grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {cars.map(({ images: [image = null], ...car }) => (
          <li key={car.id} className="flex min-w-0 flex-col gap-1">
            <div className="flex-1">
              <CarTile
                car={{ ...car, image }}
                to={paths.book(car.id)}
                sizes={TILE}
                more={`${car.seats} seats`}
              />
            </div>
            <Link
              to={paths.messages({ car: car.id })}
              aria-label={`Message ${name.first_name} about ${car.title}`}
              className="link inline-flex min-h-6 w-fit items-center text-sm"
            >
              Message {name.first_name}
            </Link>
          </li>
        ))}
      </ul>
    ) : (
      <p className="text-muted-foreground">None of them can be booked right now.</p>
    )}
  </section>
);

const Reviews = ({ hostId, reviews }: { hostId: string; reviews: ReviewPage }) => (
  <section aria-labelledby="reviews" className="grid gap-6">
    <h2 id="reviews" className="text-xl">
      What renters say
    </h2>
    {reviews.reviews.length > 0 ? (
      <ReviewList
        withCar
        first={reviews}
        load={(cursor) =>
          api("GET /api/hosts/{id}/reviews", { params: { id: hostId }, query: { cursor } })
        }
      />
    ) : (
      <p className="text-muted-foreground">No reviews yet.</p>
    )}
  </section>
);

function Figure({
  icon,
  label,
  children,
}: {
  icon: ReactNode;
  label: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col-reverse justify-end rounded-md bg-surface-2 p-4">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="text-lg leading-snug font-bold">
        {icon}
        {children}
      </dd>
    </div>
  );
}
