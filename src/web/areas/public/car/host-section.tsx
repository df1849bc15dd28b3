// The host on the car's page: whether they are verified and how reliable they are, before booking.
import { Link } from "react-router";
import type { ListingDetail } from "../../../../contract/listings/listings.ts";
import type { HostReliability } from "../../../../contract/people/reviews.ts";
import { describeBookings, responseTimeText } from "../../../parts/person/host-text.ts";
import { IdentityBadge } from "../../../parts/person/identity-badge.tsx";
import { hostName } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { ShownCar } from "./shown-car.ts";

export interface HostSectionProps {
  car: ShownCar;
  host: ListingDetail["host"];
  /** Null if it is not known. */
  reliability: HostReliability | null;
}

export const HostSection = ({ car, host, reliability }: HostSectionProps) => (
  <div className="flex gap-4">
    {host && (
      <Avatar
        big
        firstName={host.first_name}
        lastName={host.last_name}
        photoId={car.host_photo_id}
      />
    )}
    <div className="grid min-w-0 gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-bold">
        Hosted by {hostName(host)}
        {car.is_host_verified && <IdentityBadge state="verified" />}
      </p>
      {reliability && <Reliability {...reliability} />}
      {host && car.is_host_verified === false && (
        <p className="text-sm text-muted-foreground">
          {host.first_name} hasn&rsquo;t verified their ID with us yet. You can message them before
          you book.
        </p>
      )}
      {host && car.host_id && (
        <p className="flex flex-wrap gap-x-5 text-sm">
          <Link
            to={paths.hostPage(car.host_id)}
            className="link inline-flex min-h-6 min-w-0 items-center"
          >
            About {host.first_name}
          </Link>
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

const Reliability = ({ answer_minutes, commitment }: HostReliability) => (
  <ul className="grid gap-1 text-sm text-muted-foreground empty:hidden">
    {answer_minutes !== null && (
      <li className="flex gap-2">
        <Icon name="clock" size={16} className="mt-[.15rem] flex-none" />
        Usually responds {responseTimeText(answer_minutes).toLowerCase()}
      </li>
    )}
    {commitment && (
      <li className="flex gap-2">
        <Icon name="calendar-check" size={16} className="mt-[.15rem] flex-none" />
        {describeBookings(commitment)}
      </li>
    )}
  </ul>
);
