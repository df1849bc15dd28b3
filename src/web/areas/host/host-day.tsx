// A host's day sheet.
import { DaySheet } from "../../parts/day-sheet/day-sheet.tsx";
import { pageMeta } from "../../parts/page/page-meta.ts";
import { paths } from "../../paths.ts";

export const meta = () => pageMeta("Day sheet");

export default function HostDayPage() {
  return (
    <DaySheet
      toPath={paths.hostDay}
      toTrip={paths.hostTrip}
      toBooking={(booking) => paths.hostBookings({ booking })}
    />
  );
}
