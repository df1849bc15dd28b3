// The results of the admins' search, in groups, with the page that each of them opens.
import type { ReactNode } from "react";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { formatDatedRange, formatPhone } from "../../../../domain/text/format.ts";
import type { EndpointOutput } from "../../../api/api-cache.ts";
import { carTitle, statusBadge } from "../../../parts/booking/booking-text.ts";
import { carName } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { StateBadges } from "../listings/listing-badges.tsx";
import { STATE_BADGES } from "../support/case-labels.ts";
import { fullName } from "../../../parts/person/full-name.ts";

export interface SearchResult {
  id: string;
  to: string;
  label: string;
  detail: string;
  badges?: ReactNode;
}
export interface SearchGroup {
  title: string;
  results: SearchResult[];
}

type Found = EndpointOutput<"GET /api/admin/search">;

/** The groups that have results. Each ends with a link to its list if that has more. */
export function toSearchGroups(found: Found, search: string): SearchGroup[] {
  const seeAll = (id: string, what: string, to: string): SearchResult => ({
    id,
    to,
    label: `See all ${what}`,
    detail: `that match “${search}”`,
  });
  return [
    {
      title: "Bookings",
      results: [
        ...found.bookings.items.map(toBookingResult),
        ...(found.bookings.more
          ? [seeAll("bookings", "bookings", paths.adminBookings({ search }))]
          : []),
      ],
    },
    {
      title: "People",
      results: [
        ...found.people.items.map(toPersonResult),
        ...(found.people.more ? [seeAll("people", "people", paths.adminUsers({ search }))] : []),
      ],
    },
    {
      title: "Cars",
      results: [
        ...found.cars.items.map(toCarResult),
        ...(found.cars.more ? [seeAll("cars", "cars", paths.adminListings({ search }))] : []),
      ],
    },
    {
      title: "Support cases",
      results: [
        ...found.cases.items.map(toCaseResult),
        ...(found.cases.more ? [seeAll("cases", "cases", paths.adminSupport({ search }))] : []),
      ],
    },
  ].filter(({ results }) => results.length > 0);
}

function toBookingResult(booking: Found["bookings"]["items"][number]): SearchResult {
  const { id, number, renter, car } = booking;
  const { variant, label } = statusBadge(booking);
  return {
    id,
    to: paths.adminBooking(id),
    label: `${number}, ${carTitle(car)}`,
    detail: `${fullName(renter)}, ${formatDatedRange(toRentalPeriod(booking))}`,
    badges: <Badge variant={variant}>{label}</Badge>,
  };
}

const toPersonResult = (person: Found["people"]["items"][number]): SearchResult => ({
  id: person.id,
  to: paths.adminUser(person.id),
  label: fullName(person),
  detail: person.phone ? `${person.email}, ${formatPhone(person.phone)}` : person.email,
  ...(person.suspended_at && { badges: <Badge variant="destructive">Suspended</Badge> }),
});

const toCarResult = (car: Found["cars"]["items"][number]): SearchResult => ({
  id: car.id,
  to: paths.adminListings({ listing: car.id }),
  label: car.license_plate ? `${car.license_plate}, ${carTitle(car)}` : carTitle(car),
  detail: `${carName(car)}, ${fullName(car.host)}`,
  badges: <StateBadges listing={car} />,
});

const toCaseResult = ({
  id,
  number,
  name,
  email,
  state,
}: Found["cases"]["items"][number]): SearchResult => ({
  id,
  to: paths.adminCase(id),
  label: `${number}, ${name}`,
  detail: email,
  badges: <Badge variant={STATE_BADGES[state].variant}>{STATE_BADGES[state].label}</Badge>,
});
