// A note on a booking's card that a request is open, with a link to it.
import { Link } from "react-router";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import {
  isOpenChange,
  type ChangeSide,
} from "../../../../domain/booking/changes/booking-change.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/note.tsx";
import { describeRequest, formatChangeDeadline, nameParties } from "./change-text.ts";
import { useChanges } from "./use-changes.ts";

export interface ChangeNoticeProps {
  booking: Booking;
  viewer: ChangeSide;
  /** The trip's page, where the request is answered. */
  to: string;
}

/** Renders nothing without an open request. */
export function ChangeNotice({ booking, viewer, to }: ChangeNoticeProps) {
  const { data } = useChanges(booking.id);
  const open = data?.changes.find(({ state }) => isOpenChange(state));
  if (!open) return null;
  const until = formatChangeDeadline(open.expires_at);
  const isPaying = open.may.includes("pay");
  return (
    <Note variant="sun" icon={<Icon name="clock" />}>
      {describeRequest(open, viewer, nameParties(booking))}.{" "}
      <Link to={to} className="font-medium underline">
        {isPaying
          ? `Pay by ${until}`
          : open.may.includes("accept")
            ? `Answer by ${until}`
            : "See the request"}
      </Link>
    </Note>
  );
}
