// The admins' table of bookings, page by page, with decision buttons for the pending ones.
import { Link, type LinkProps } from "react-router";
import type { ReactNode } from "react";
import type { AdminBooking } from "../../../../contract/admin/admin-bookings.ts";
import { fromWireRange } from "../../../../domain/calendar/dates.ts";
import { formatDatedRange, formatUsd } from "../../../../domain/text/format.ts";
import { bookingTitleId } from "../../../parts/booking/booking-card.tsx";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { BookingPhoto } from "../../../parts/booking/booking-photo.tsx";
import {
  carTitle,
  formatHandoverTimes,
  paymentBadge,
  statusBadge,
} from "../../../parts/booking/booking-text.ts";
import { DecisionButtons } from "../../../parts/booking/decision/decision-buttons.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { AdminList } from "../admin-list.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Button } from "../../../ui/button.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import type { useAdminBookings } from "./use-admin-bookings.ts";
import { driverFlagText } from "../../../parts/person/driver-flags.tsx";
import { PersonLink } from "../person-link.tsx";
import { fullName } from "../../../parts/person/full-name.ts";

export interface BookingsListProps {
  list: ReturnType<typeof useAdminBookings>;
  /** The link to a booking's details. */
  linkTo: (bookingId: string) => LinkProps;
  empty: ReactNode;
  /** How many are shown before "Show more". */
  first?: number;
}

/** Must be inside a panel. */
export function BookingsList({ list, linkTo, empty, first }: BookingsListProps) {
  const focus = useFocusAfterwards();
  return (
    <AdminList
      of="bookings"
      list={list}
      getItems={(page) => page.bookings}
      empty={empty}
      elementId={({ id }) => bookingTitleId(id)}
      focus={focus}
      {...(first && { first })}
    >
      {(bookings) => (
        <DataTable
          label="Bookings"
          columns={columns(linkTo, (booking) => focus(bookingTitleId(booking.id)))}
          rows={bookings}
          rowKey={({ id }) => id}
        />
      )}
    </AdminList>
  );
}

function BookedCar({
  booking: { id, number, car },
  linkTo,
}: {
  booking: AdminBooking;
  linkTo: BookingsListProps["linkTo"];
}) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(8rem,1fr)] items-center gap-3">
      <BookingPhoto car={car} sizes="4.5rem" className="rounded-sm" />
      <div className="min-w-0">
        <Link id={bookingTitleId(id)} {...linkTo(id)} className="font-bold hover:underline">
          {carTitle(car)}
        </Link>
        <p className="text-xs text-muted-foreground">
          <BookingNumber number={number} />
        </p>
        <p className="text-xs text-muted-foreground">{car.location}</p>
      </div>
    </div>
  );
}

const Renter = ({ booking: { renter_id, renter } }: { booking: AdminBooking }) => (
  <span className="grid justify-items-end gap-1 @[34rem]:min-w-34 @[34rem]:justify-items-start">
    <PersonLink id={renter_id} name={fullName(renter)} />
    {renter.flags.map((flag) => (
      <span key={flag} className="flex max-w-36 gap-1 text-left text-xs text-muted-foreground">
        <Icon name="flag" size={14} className="mt-0.5 flex-none text-destructive-text" />
        {driverFlagText(flag)}
      </span>
    ))}
  </span>
);

const columns = (
  linkTo: BookingsListProps["linkTo"],
  onDecided: (booking: AdminBooking) => void,
): Column<AdminBooking>[] => [
  {
    label: "Car",
    kind: "lead",
    render: (booking) => <BookedCar booking={booking} linkTo={linkTo} />,
  },
  { label: "Renter", render: (booking) => <Renter booking={booking} /> },
  {
    label: "Host",
    render: ({ host_id, car }) => (
      <PersonLink id={host_id} name={fullName(car.host)} className="@[34rem]:min-w-22" />
    ),
  },
  {
    label: "Dates",
    className: "whitespace-nowrap",
    render: (booking) => (
      <span className="grid justify-items-end @[34rem]:justify-items-start">
        {formatDatedRange(fromWireRange(booking))}
        <span className="text-xs text-muted-foreground empty:hidden">
          {formatHandoverTimes(booking)}
        </span>
      </span>
    ),
  },
  {
    label: "Total",
    end: true,
    render: ({ amount_due_cents }) => formatUsd(amount_due_cents),
  },
  {
    label: "Status",
    render: (booking) => (
      <span className="grid justify-items-end gap-1 @[34rem]:justify-items-start">
        <Badge variant={statusBadge(booking).variant}>{statusBadge(booking).label}</Badge>
        <span className="text-xs whitespace-nowrap text-muted-foreground">
          {paymentBadge(booking).label}
        </span>
      </span>
    ),
  },
  {
    label: "Actions",
    kind: "act",
    render: (booking) => {
      return (
        <div className="flex flex-wrap justify-end gap-2 max-md:*:flex-1">
          <DecisionButtons
            booking={booking}
            actor="admin"
            answerOnly
            onDecided={() => onDecided(booking)}
          >
            <Button asChild variant="ghost" size="small">
              <Link {...linkTo(booking.id)} aria-label={`Details, ${carTitle(booking.car)}`}>
                Details
              </Link>
            </Button>
          </DecisionButtons>
        </div>
      );
    },
  },
];
