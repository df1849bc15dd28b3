// Says which bookings a car has ahead before it is deactivated: they stay.
import { Link } from "react-router";
import type { HostCar } from "../../../../contract/host/calendar.ts";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { fromWireRange, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { formatDayRange } from "../../../../domain/text/format.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";

export interface DeactivateDialogProps {
  listing: HostListing;
  /** The bookings and requests that are not over. */
  ahead: HostCar["ranges"];
  today: CalendarDate;
  busy: boolean;
  onClose: () => void;
  onDeactivate: () => void;
}

export default function DeactivateDialog(props: DeactivateDialogProps) {
  const { listing, ahead, today, busy, onClose, onDeactivate } = props;
  const count = ahead.length === 1 ? "1 booking" : `${ahead.length} bookings`;
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      title="Deactivate this car?"
      description={
        <>
          <b>{listing.title}</b> will leave the site, but its {count}{" "}
          {ahead.length === 1 ? "stays" : "stay"}. Cancel {ahead.length === 1 ? "it" : "them"}{" "}
          yourself if the car can't be driven.
        </>
      }
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Keep active
          </Button>
          <Button busy={busy} busyLabel="Deactivating..." onClick={onDeactivate}>
            Deactivate
          </Button>
        </>
      }
    >
      <ul className="grid gap-1 text-sm">
        {ahead.map((range) => (
          <li key={range.id}>
            <Link
              to={paths.hostBookings({ booking: range.booking_id ?? "" })}
              className="font-medium underline"
            >
              {formatDayRange(fromWireRange(range), today)}
            </Link>
            {range.kind === "hold" && " (not approved yet)"}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
