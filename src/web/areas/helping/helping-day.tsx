// The day sheet of the cars whose handovers the user helps with.
import { DaySheet } from "../../parts/day-sheet/day-sheet.tsx";
import { pageMeta } from "../../parts/page/page-meta.ts";
import { paths } from "../../paths.ts";

export const meta = () => pageMeta("Day sheet");

export default function HelpingDayPage() {
  return <DaySheet toPath={paths.helpingDay} toTrip={paths.helpingTrip} />;
}
