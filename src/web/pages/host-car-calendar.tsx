// The calendar of one car, and its links to other calendars, in the host's frame.
import { CarCalendar } from "../features/host-calendar/car-calendar.tsx";
import { pageMeta } from "../lib/page-meta.ts";
import type { Route } from "./+types/host-car-calendar";

export const meta = () => pageMeta("Car Calendar");

export default function HostCarCalendarPage({ params: { carId } }: Route.ComponentProps) {
  return <CarCalendar key={carId} carId={carId} />;
}
