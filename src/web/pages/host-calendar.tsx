// The calendar of all of a host's cars, in the host's frame.
import { FleetCalendar } from "../features/host-calendar/fleet-calendar.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("Calendar");

export default function HostCalendarPage() {
  return <FleetCalendar />;
}
