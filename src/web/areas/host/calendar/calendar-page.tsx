// The calendar of all of a host's cars or of one, and the prices of one car's days, in the host's
// frame. A single route, because every route adds to the list that a first visit downloads.
import { useSearchParams } from "react-router";
import { CarCalendar } from "./car-calendar.tsx";
import { FleetCalendar } from "./fleet/fleet-calendar.tsx";
import { PriceCalendar } from "./prices/price-calendar.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import type { Route } from "./+types/calendar-page";

const isPrices = (search: URLSearchParams): boolean => search.get("view") === "prices";

export const meta = ({ params: { carId }, location }: Route.MetaArgs) =>
  pageMeta(
    !carId
      ? "Calendar"
      : isPrices(new URLSearchParams(location.search))
        ? "Prices"
        : "Car Calendar",
  );

export default function HostCalendarPage({ params: { carId } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  if (!carId) return <FleetCalendar />;
  return isPrices(search) ? (
    <PriceCalendar carId={carId} />
  ) : (
    <CarCalendar key={carId} carId={carId} />
  );
}
