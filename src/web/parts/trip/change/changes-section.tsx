// The changes to a booking in its details: the open request and earlier changes.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { Link } from "react-router";
import { isOpenChange } from "../../../../domain/booking/changes/booking-change.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { DetailsSection } from "../../list/details-dialog.tsx";
import { ChangeHistory } from "./change-history.tsx";
import { nameParties, type ChangeViewer } from "./change-text.ts";
import { OpenChange } from "./open-change.tsx";
import { useChanges } from "./use-changes.ts";

export interface ChangesSectionProps {
  booking: Booking;
  viewer: ChangeViewer;
  /** Where a change is requested: the trip's page. */
  to?: string;
}

/** Renders nothing if there are none and none can be requested. */
export function ChangesSection({ booking, viewer, to }: ChangesSectionProps) {
  const { data } = useChanges(booking.id);
  if (!data) return null;
  const open = data.changes.find(({ state }) => isOpenChange(state));
  const closed = data.changes.filter((change) => change !== open);
  const names = nameParties(booking);
  return (
    <>
      {open && (
        <DetailsSection title="Change request">
          <OpenChange bookingId={booking.id} change={open} viewer={viewer} names={names} />
        </DetailsSection>
      )}
      {!open && data.may_request && to && (
        <Button asChild variant="secondary" className="justify-self-start">
          <Link to={to}>
            <Icon name="calendar-sync" size={18} />
            Change this booking
          </Link>
        </Button>
      )}
      {closed.length > 0 && (
        <DetailsSection title="Changes">
          <ChangeHistory changes={closed} viewer={viewer} names={names} />
        </DetailsSection>
      )}
    </>
  );
}
