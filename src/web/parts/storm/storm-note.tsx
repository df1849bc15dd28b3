// What a storm means for the cars of its islands.
import type { ShownStorm } from "../../../contract/bookings/storms.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { islandName } from "../../../domain/place/islands.ts";
import { formatDayRange, formatList } from "../../../domain/text/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";

export default function StormNote({
  name,
  islands,
  first_day,
  last_day,
  message,
  ended_on,
}: ShownStorm) {
  const today = todayInNassau(new Date());
  const days = formatDayRange({ start: first_day, end: last_day }, today);
  return (
    <Note variant="sun" icon={<Icon name="triangle-exclamation-point" />}>
      <p className="font-bold">
        {ended_on === null
          ? `${name}: ${formatList(islands.map(islandName))}, ${days}`
          : `${name} is over`}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{message}</p>
      <p>
        {ended_on === null
          ? "A trip there on these days can be cancelled or moved for free until the end of its pickup day, unless the car has been picked up. Cars can't be booked until the storm is over and their hosts have checked them."
          : "Each car can be booked again once its host has checked it."}
      </p>
    </Note>
  );
}
