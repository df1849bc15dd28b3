// What stands in the place of a person's bookings when there are none.
import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { EmptyArt } from "../../ui/empty-art.tsx";

export interface NoBookingsProps {
  /** What was searched for; "" for nothing. */
  search: string;
  /** Why there is nothing under the filter that is chosen; undefined under "all". */
  reason: string | undefined;
  onShowAll: () => void;
  /** What is said to who has none at all, and where the next step leads. */
  first: { text: string; to: string; label: string };
}

export function NoBookings({ search, reason, onShowAll, first }: NoBookingsProps) {
  if (search || reason)
    return (
      <EmptyState
        art={<EmptyArt of="search" />}
        title="No bookings found"
        text={search ? `None of your bookings fits “${search}”.` : (reason ?? "")}
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
