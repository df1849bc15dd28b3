// The search by place and dates on the home page. The calendar loads on demand; without JavaScript
// this is a plain GET form.
import { useState, type SubmitEvent } from "react";
import { useNavigate } from "react-router";
import { toChosenPeriod } from "../../../parts/booking/rental-days.ts";
import { todayInNassau, toWireRange } from "../../../../domain/calendar/dates.ts";
import { writePoint } from "../../../../domain/place/distance.ts";
import { islandName } from "../../../../domain/place/islands.ts";
import { TripDates } from "../../../parts/booking/trip-dates.tsx";
import { PlaceInput, type ChosenPlace } from "../../../parts/map/place-input.tsx";
import { paths, type BrowseSearch } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import type { PickedRange, RangeSide } from "../../../ui/form/date-range-field.tsx";
import { Icon } from "../../../ui/icon.tsx";

export function HeroSearch() {
  const navigate = useNavigate();
  const [location, setLocation] = useState("");
  const [chosen, setChosen] = useState<ChosenPlace>({});
  const [dates, setDates] = useState<PickedRange>({ start: null, end: null });
  const [picking, setPicking] = useState<RangeSide | null>(null);
  const [today] = useState(() => todayInNassau(new Date()));
  const { start, end } = dates;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // With only a start date, the calendar asks for the end.
    if (start && !end) return setPicking("end");
    const period = toChosenPeriod(dates);
    void navigate(
      paths.browse({
        ...toParameters(location, chosen),
        ...(period && toWireRange(period)),
      }),
    );
  };

  return (
    <form
      method="get"
      action={paths.browse()}
      aria-label="Find a car"
      onSubmit={submit}
      className="mt-8 grid w-full max-w-[54rem] gap-2 rounded-[1.25rem] bg-surface p-2.5 text-foreground shadow-float md:mt-10 md:grid-cols-[1.2fr_1.4fr_auto]"
    >
      <Where
        value={location}
        onType={(text) => {
          setLocation(text);
          setChosen({});
        }}
        onChoose={(choice) => {
          setLocation(choice.place?.name ?? (choice.island ? islandName(choice.island) : ""));
          setChosen(choice);
        }}
      />
      <div className="min-w-0 border-border max-md:border-t md:border-l">
        <TripDates
          plain
          id="when"
          value={dates}
          onChange={setDates}
          picking={picking}
          onPicking={setPicking}
          today={today}
        />
      </div>
      <Button type="submit" variant="sun" size="large" className="min-h-14">
        <Icon name="search" />
        Find Your Car
      </Button>
    </form>
  );
}

function toParameters(location: string, { place, island }: ChosenPlace): BrowseSearch {
  if (place) return { place: place.name, at: writePoint(place) };
  return island ? { island } : { location: location.trim() };
}

interface WhereProps {
  value: string;
  onType: (text: string) => void;
  onChoose: (chosen: ChosenPlace) => void;
}

const Where = (props: WhereProps) => (
  <div className="min-h-14 rounded-md px-[.9rem] py-[.6rem] focus-within:shadow-[inset_0_0_0_2px_var(--ring)] hover:bg-surface-2">
    <label htmlFor="where" className="block text-xs text-muted-foreground">
      Where
    </label>
    <PlaceInput
      {...props}
      id="where"
      className="min-h-0 rounded-none border-0 bg-transparent p-0 font-medium focus:outline-none"
    />
  </div>
);
