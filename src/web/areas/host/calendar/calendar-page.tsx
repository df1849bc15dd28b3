// The calendar of all of a host's cars, or of one of them, in the host's frame. One route: each is named in the first visit's list of routes.
import { CarCalendar } from "./car-calendar.tsx";
import { FleetCalendar } from "./fleet-calendar.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import type { Route } from "./+types/calendar-page";

export const meta = ({ params: { carId } }: Route.MetaArgs) => pageMeta(carId ? "Car Calendar" : "Calendar");

export default function HostCalendarPage({ params: { carId } }: Route.ComponentProps) {
  return carId ? <CarCalendar key={carId} carId={carId} /> : <FleetCalendar />;
}
