// The calendar of all of a host's cars or of one, in the host's frame. A single route, because
// every route adds to the list that a first visit downloads.
import { CarCalendar } from "./car-calendar.tsx";
import { FleetCalendar } from "./fleet/fleet-calendar.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import type { Route } from "./+types/calendar-page";

export const meta = ({ params: { carId } }: Route.MetaArgs) =>
  pageMeta(carId ? "Car Calendar" : "Calendar");

export default function HostCalendarPage({ params: { carId } }: Route.ComponentProps) {
  return carId ? <CarCalendar key={carId} carId={carId} /> : <FleetCalendar />;
}
