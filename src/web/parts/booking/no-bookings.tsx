// Shown in place of a user's bookings when there are none.
import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { EmptyArt } from "../../ui/empty-art.tsx";

export interface NoBookingsProps {
  /** The search term; "" for none. */
  search: string;
  /** Why the selected filter shows nothing; undefined under "all". */
  reason: string | undefined;
  onShowAll: () => void;
  /** The message for a user without any booking, and the link to the next step. */
  first: { text?: string; to: string; label: string };
}

export function NoBookings({ search, reason, onShowAll, first }: NoBookingsProps) {
  if (search || reason)
    return (
      <EmptyState
        art={<EmptyArt of="search" />}
        title="No bookings found"
        text={search ? `None of your bookings match “${search}”.` : (reason ?? "")}
        actions={<Button onClick={onShowAll}>Show all bookings</Button>}
      />
    );
  return (
    <EmptyState
      art={<EmptyArt of="plans" />}
      title="No bookings yet"
      text={first.text}
      actions={
        <Button asChild>
          <Link to={first.to}>{first.label}</Link>
        </Button>
      }
    />
  );
}
