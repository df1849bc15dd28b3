// What belongs to a person and has a list of its own: trips, cars, support cases, audit events.
// Each shows the first few and leads to the list.
import { Link } from "react-router";
import { formatInstant } from "../../../../domain/text/format.ts";
import { useApi } from "../../../api/use-api.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { BookingLines } from "../bookings/booking-lines.tsx";
import { Steps } from "../bookings/steps.tsx";
import { StateBadges } from "../listings/listing-badges.tsx";
import { Loaded, None, PageSection } from "../page-section.tsx";
import { STATE_BADGES } from "../support/case-labels.ts";

const FEW = 8;

interface OfPerson {
  userId: string;
}

const SeeAll = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="link justify-self-start text-sm">
    {children}
  </Link>
);

export function Trips({ userId, side }: OfPerson & { side: "renter" | "host" }) {
  const query = useApi("GET /api/admin/users/{id}/bookings", {
    params: { id: userId },
    query: { side },
  });
  return (
    <PageSection title={side === "renter" ? "Trips as a renter" : "Trips as a host"}>
      <Loaded what="The trips" query={query}>
        {({ bookings, more }) =>
          bookings.length === 0 ? (
            <None>None yet.</None>
          ) : (
            <>
              <BookingLines bookings={bookings} side={side} />
              {more && <SeeAll to={paths.adminBookings({ search: userId })}>All bookings</SeeAll>}
            </>
          )
        }
      </Loaded>
    </PageSection>
  );
}

export function Cars({ userId }: OfPerson) {
  const query = useApi("GET /api/admin/listings", { query: { search: userId } });
  return (
    <PageSection title="Cars">
      <Loaded what="The cars" query={query}>
        {({ listings }) =>
          listings.length === 0 ? (
            <None>No cars.</None>
          ) : (
            <>
              <ul className="grid gap-3 text-sm">
                {listings.slice(0, FEW).map((listing) => (
                  <li key={listing.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <Link
                      to={paths.adminListings({ listing: listing.id })}
                      className="link inline-flex min-h-6 items-center wrap-anywhere"
                    >
                      {listing.title}
                    </Link>
                    {listing.license_plate && (
                      <b className="tabular-nums">{listing.license_plate}</b>
                    )}
                    <StateBadges listing={listing} />
                  </li>
                ))}
              </ul>
              {listings.length > FEW && (
                <SeeAll to={paths.adminListings({ search: userId })}>All cars</SeeAll>
              )}
            </>
          )
        }
      </Loaded>
    </PageSection>
  );
}

/** `of` is the id of a person or a booking. */
export function Cases({ of, title = "Support cases" }: { of: string; title?: string }) {
  const query = useApi("GET /api/admin/support/cases", { query: { search: of } });
  return (
    <PageSection title={title}>
      <Loaded what="The cases" query={query}>
        {({ cases }) =>
          cases.length === 0 ? (
            <None>No cases.</None>
          ) : (
            <>
              <ul className="grid gap-3 text-sm">
                {cases.slice(0, FEW).map((ticket) => (
                  <li key={ticket.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <Link
                      to={paths.adminCase(ticket.id)}
                      className="link inline-flex min-h-6 items-center"
                    >
                      {ticket.number}
                    </Link>
                    <Badge variant={STATE_BADGES[ticket.state].variant}>
                      {STATE_BADGES[ticket.state].label}
                    </Badge>
                    <span className="text-muted-foreground">
                      {formatInstant(new Date(ticket.created_at))}
                    </span>
                    <span className="w-full truncate text-muted-foreground">
                      {ticket.last_message.body}
                    </span>
                  </li>
                ))}
              </ul>
              {cases.length > FEW && (
                <SeeAll to={paths.adminSupport({ search: of })}>All cases</SeeAll>
              )}
            </>
          )
        }
      </Loaded>
    </PageSection>
  );
}

export function Events({ userId }: OfPerson) {
  const query = useApi("GET /api/admin/audit", { query: { about: userId } }, { staleTime: 0 });
  return (
    <PageSection title="Audit">
      <Loaded what="The audit log" query={query}>
        {({ events }) =>
          events.length === 0 ? (
            <None>Nothing recorded.</None>
          ) : (
            <Steps
              steps={events
                .slice(0, FEW)
                .map(({ actor, ...event }) => ({ ...event, actor_name: actor?.name ?? null }))}
            />
          )
        }
      </Loaded>
      <SeeAll to={paths.adminAudit({ about: userId })}>View in audit log</SeeAll>
    </PageSection>
  );
}
