// A renter's receipt for one booking, made for printing, in all its states: loading, shown, not
// charged yet, not found, failed.
import { Link, useParams } from "react-router";
import type { PaymentStatus } from "../../../../domain/booking/booking.ts";
import { ApiError, isRefused } from "../../../api/api.ts";
import { useApi } from "../../../api/use-api.ts";
import { DocumentSkeleton } from "../../../parts/document/document-skeleton.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { ReceiptSheet } from "./receipt-sheet.tsx";
import { Icon } from "../../../ui/icon.tsx";

export const meta = () => [...pageMeta("Receipt"), { name: "robots", content: "noindex" }];

export default function ReceiptPage() {
  const { bookingId = "" } = useParams();
  return <Receipt key={bookingId} bookingId={bookingId} />;
}

function Receipt({ bookingId }: { bookingId: string }) {
  const { profile, isAdmin } = useSession();
  const query = useApi("GET /api/bookings/{id}/receipt", { params: { id: bookingId } });
  const { data: receipt, error } = query;
  if (receipt) {
    const isOwn = !isAdmin || receipt.renter.email === profile?.email;
    const booking = isOwn ? paths.bookings({ booking: bookingId }) : paths.adminBooking(bookingId);
    return (
      <>
        <div className="flex items-center justify-between gap-3 print:hidden">
          <Link
            to={booking}
            className="flex min-h-9 items-center gap-[.35rem] text-sm hover:underline"
          >
            <Icon name="arrow-left" size={16} />
            Back to booking
          </Link>
          <Button variant="outline" size="small" onClick={() => print()}>
            <Icon name="printer" size={16} />
            Print
          </Button>
        </div>
        <ReceiptSheet receipt={receipt} />
      </>
    );
  }
  if (query.isPending) return <DocumentSkeleton />;
  return (
    <Panel>
      {error instanceof ApiError && error.code === "not_charged" ? (
        <NotCharged
          bookingId={bookingId}
          status={(error.details as { payment_status?: PaymentStatus }).payment_status}
        />
      ) : isRefused(error) ? (
        <EmptyState
          level={1}
          title="Receipt not found"
          text="The link may be incomplete or belong to another account."
          actions={
            <Button asChild>
              <Link to={paths.bookings()}>My Bookings</Link>
            </Button>
          }
        />
      ) : (
        <FailedState
          level={1}
          title="We couldn't load the receipt."
          text="Check your connection and try again."
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </Panel>
  );
}

function NotCharged({
  bookingId,
  status,
}: {
  bookingId: string;
  status: PaymentStatus | undefined;
}) {
  const isOnHold = status === "authorized";
  const isOpen = isOnHold || status === "unpaid";
  return (
    <EmptyState
      level={1}
      title={isOpen ? "No receipt yet" : "Nothing was charged"}
      text={
        isOnHold
          ? "We've placed a hold on your card; you haven't been charged. Once you are, we'll email you the receipt and show it here."
          : isOpen
            ? "This booking isn't paid. You'll find the receipt here once your card is charged."
            : "Your card wasn't charged for this booking, so there's no receipt."
      }
      actions={
        <Button asChild>
          <Link to={paths.bookings({ booking: bookingId })}>View booking</Link>
        </Button>
      }
    />
  );
}
