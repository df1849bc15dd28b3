// The requester's account: roles, and the bookings nearest to now.
import { Link } from "react-router";
import type { AdminUser } from "../../../../contract/admin/admin-users.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatLong } from "../../../../domain/text/format.ts";
import type { EndpointOutput } from "../../../api/api-cache.ts";
import { useApi } from "../../../api/use-api.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { fullName } from "../../../parts/person/full-name.ts";
import { BookingLines } from "../bookings/booking-lines.tsx";
import { PersonLink } from "../person-link.tsx";

export function CasePerson({ accountId }: { accountId: string }) {
  const people = useApi("GET /api/admin/users", { query: { search: accountId } });
  const trips = useApi("GET /api/admin/users/{id}/bookings", {
    params: { id: accountId },
    query: {},
  });
  const failed = people.error ?? trips.error;
  const person = people.data?.users[0];
  return (
    <Panel as="section" aria-labelledby="case-person" className="grid gap-4">
      <h2 id="case-person" className="text-lg">
        Account
      </h2>
      {failed ? (
        <FailedState
          title="The account didn't load."
          text="Check your connection and try again."
          busy={people.isFetching || trips.isFetching}
          onRetry={() => void Promise.all([people.refetch(), trips.refetch()])}
        />
      ) : !people.data || !trips.data ? (
        <Skeleton className="h-40 rounded-md" />
      ) : (
        <>
          {person && <AccountFacts person={person} />}
          <NearestBookings accountId={accountId} {...trips.data} />
        </>
      )}
    </Panel>
  );
}

const AccountFacts = ({ person }: { person: AdminUser }) => (
  <Facts
    className="grid-cols-1"
    facts={[
      {
        label: "Name",
        value: <PersonLink id={person.id} name={fullName(person)} className="link" />,
      },
      { label: "Roles", value: person.roles.map(capitalised).join(", ") },
      {
        label: "Member since",
        value: formatLong(todayInNassau(new Date(person.created_at))),
      },
      ...(person.suspended_at
        ? [{ label: "Status", value: <Badge variant="destructive">Suspended</Badge> }]
        : []),
    ]}
  />
);

type NearestBookingsProps = {
  accountId: string;
} & EndpointOutput<"GET /api/admin/users/{id}/bookings">;

const NearestBookings = ({ accountId, bookings, more }: NearestBookingsProps) => (
  <div className="grid gap-2">
    <h3 className="font-sans text-xs font-regular tracking-normal text-muted-foreground">
      Bookings
    </h3>
    {bookings.length === 0 ? (
      <p className="text-sm">None yet.</p>
    ) : (
      <BookingLines bookings={bookings} />
    )}
    {more && (
      <Link
        to={paths.adminBookings({ search: accountId })}
        className="link justify-self-start text-sm"
      >
        All bookings
      </Link>
    )}
  </div>
);
