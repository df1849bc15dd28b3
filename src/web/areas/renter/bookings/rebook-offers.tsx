// Other cars for a trip that the host or we cancelled, with what they cost for the same time.
import { Link } from "react-router";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { useRootData } from "../../../api/request-context.ts";
import { useApi } from "../../../api/use-api.ts";
import { toPeriodParameters } from "../../../parts/booking/rental-days.ts";
import { DetailsSection } from "../../../parts/list/details-dialog.tsx";
import { carName } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";

/** Offers, or whom to call; nothing unless the renter needs another car. */
export function RebookOffers({ booking }: { booking: Booking }) {
  const { data } = useApi(
    "GET /api/bookings/{id}/rebook-offers",
    { params: { id: booking.id } },
    { enabled: booking.may.includes("read_offers") },
  );
  const phone = useRootData()?.contacts?.phone.text;
  if (!data?.needs_another_car) return null;
  if (data.offers.length === 0)
    return (
      <DetailsSection title="Another car">
        <p className="text-sm text-muted-foreground">
          We have no other car to suggest for your whole trip.
          {phone && <> Call us on {phone}, and we&apos;ll help you find one.</>}
        </p>
      </DetailsSection>
    );
  const dates = toPeriodParameters({
    ...toRentalPeriod(booking),
    pickupTime: data.pickup_time,
  });
  return (
    <DetailsSection title="Cars that are free for your whole trip">
      <p className="text-sm text-muted-foreground">
        They&apos;re on the same island, have at least as many seats, and are confirmed as soon as
        you book. If you have credit, it comes off the price.
      </p>
      <ul className="mt-3 grid gap-3">
        {data.offers.map((car) => (
          <li key={car.id} className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <b className="wrap-anywhere">{car.title}</b>
              <p className="text-sm text-muted-foreground">
                {carName(car)}, {car.seats} seats
                {car.quote && `, ${formatUsd(dollarsToCents(car.quote.amount_due))} all in`}
              </p>
            </div>
            <Button asChild size="small">
              <Link to={paths.book(car.id, dates)} aria-label={`Book ${car.title}`}>
                Book
              </Link>
            </Button>
          </li>
        ))}
      </ul>
    </DetailsSection>
  );
}
