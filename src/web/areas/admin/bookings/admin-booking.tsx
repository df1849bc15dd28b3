// Everything about one booking: what its dialog shows, and around it the notes, the messages, the
// reviews, the payouts, and what both sides were notified of.
import { Link } from "react-router";
import { formatInstant } from "../../../../domain/text/format.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import type { EndpointOutput } from "../../../api/api-cache.ts";
import { useApi } from "../../../api/use-api.ts";
import { carTitle, statusBadge } from "../../../parts/booking/booking-text.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { DriverFlags } from "../../../parts/person/driver-flags.tsx";
import { paths } from "../../../paths.ts";
import { useSession } from "../../../session/session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ItemPage } from "../item-page.tsx";
import { Notes } from "../notes/notes.tsx";
import { Loaded, None, PageSection } from "../page-section.tsx";
import { Cases } from "../person/lists.tsx";
import { Payouts, Reviews } from "../person/sections.tsx";
import { BookingContent } from "./booking-content.tsx";
import { BookingMessages } from "./booking-messages.tsx";
import type { Route } from "./+types/admin-booking";

export const meta = () => pageMeta("Booking, Admin");

type Details = EndpointOutput<"GET /api/admin/bookings/{id}">;

export default function AdminBookingPage({ params: { bookingId } }: Route.ComponentProps) {
  const query = useApi("GET /api/admin/bookings/{id}", { params: { id: bookingId } });
  return (
    <ItemPage
      key={bookingId}
      query={query}
      what="booking"
      missing="Check the address, or search for its number."
      list={{ to: paths.adminBookings(), label: "Bookings" }}
    >
      {(data) => <Booking {...data} />}
    </ItemPage>
  );
}

function Booking(data: Details) {
  const { booking } = data;
  const { variant, label } = statusBadge(booking);
  return (
    <>
      <div className="grid gap-1">
        <Link to={paths.adminBookings()} className="link flex w-fit items-center gap-1 text-sm">
          <Icon name="arrow-left" size={16} />
          Bookings
        </Link>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-2xl wrap-anywhere">
            {booking.number}, {carTitle(booking.car)}
          </h1>
          <Badge variant={variant}>{label}</Badge>
          <DriverFlags flags={booking.renter.flags} />
        </div>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <PageSection title="Details">
          <BookingContent {...data} />
        </PageSection>
        <Around {...data} />
      </div>
    </>
  );
}

function Around({ booking }: Details) {
  const session = useSession();
  const record = useApi("GET /api/admin/bookings/{id}/record", { params: { id: booking.id } });
  const handlesCases = mayAsAdmin("handle_cases", session);
  return (
    <div className="grid gap-6">
      <Notes about="booking" id={booking.id} hint="Only admins see it." />
      {handlesCases && (
        <PageSection title="Conversation">
          <Loaded what="The messages" query={record}>
            {({ messages_until }) => <BookingMessages booking={booking} until={messages_until} />}
          </Loaded>
        </PageSection>
      )}
      {handlesCases && (
        <>
          <Cases of={booking.id} title="Support cases about this booking" />
          <Cases of={booking.renter_id} title="Support cases of the renter" />
          <Cases of={booking.host_id} title="Support cases of the host" />
        </>
      )}
      {record.data && <Reviews {...record.data} />}
      {record.data?.payouts && (
        <PageSection title="Payouts">
          {record.data.payouts.length > 0 ? (
            <Payouts payouts={record.data.payouts} />
          ) : (
            <None>Not paid out yet.</None>
          )}
        </PageSection>
      )}
      <PageSection title="Notifications">
        <Loaded what="The notifications" query={record}>
          {({ notifications }) => <Notifications notifications={notifications} />}
        </Loaded>
      </PageSection>
    </div>
  );
}

type RecordData = EndpointOutput<"GET /api/admin/bookings/{id}/record">;

const Notifications = ({ notifications }: Pick<RecordData, "notifications">) =>
  notifications.length === 0 ? (
    <None>Nothing sent yet.</None>
  ) : (
    <ol className="grid gap-3 text-sm">
      {notifications.map(({ to, title, created_at, read_at }) => (
        <li key={`${to} ${created_at} ${title}`} className="grid border-l-2 border-input pl-3">
          <span className="font-medium wrap-anywhere">{title}</span>
          <span className="text-muted-foreground">
            To the {to}, <time dateTime={created_at}>{formatInstant(new Date(created_at))}</time>
            {read_at && ", read"}
          </span>
        </li>
      ))}
    </ol>
  );
