// A quick view of one booking above the list, with a link to its page.
import { Link } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { DetailsDialog } from "../../../parts/list/details-dialog.tsx";
import { paths } from "../../../paths.ts";
import { BookingContent } from "./booking-content.tsx";

export function BookingDialog({ bookingId, onClose }: { bookingId: string; onClose: () => void }) {
  const query = useApi("GET /api/admin/bookings/{id}", { params: { id: bookingId } });
  return (
    <DetailsDialog
      title="Booking Details"
      what="booking"
      missing="There's no booking at this address."
      query={query}
      onClose={onClose}
      className="md:w-[min(48rem,100%)]"
    >
      {(data) => (
        <>
          <Link to={paths.adminBooking(bookingId)} className="link justify-self-start text-sm">
            Open page
          </Link>
          <BookingContent {...data} />
        </>
      )}
    </DetailsDialog>
  );
}
