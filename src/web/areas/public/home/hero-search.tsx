// The search by place and dates on the home page. The calendar loads on demand; without JavaScript
// this is a plain GET form.
import { MAX_SEARCH_LENGTH } from "../../../../domain/text/limits.ts";
import { useState, type SubmitEvent } from "react";
import { useNavigate } from "react-router";
import { toChosenPeriod } from "../../../parts/booking/rental-days.ts";
import { todayInNassau, toWireRange } from "../../../../domain/calendar/dates.ts";
import { toSearchText } from "../../../parts/map/search-place.ts";
import { TripDates } from "../../../parts/booking/trip-dates.tsx";
import { usePlaces } from "../../../parts/map/use-places.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/form/combobox.tsx";
import type { PickedRange, RangeSide } from "../../../ui/form/date-range-field.tsx";
import { Icon } from "../../../ui/icon.tsx";

export function HeroSearch() {
  const navigate = useNavigate();
  const [location, setLocation] = useState("");
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
        location: location.trim(),
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
      <Where value={location} onChange={setLocation} />
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

function Where({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [query, setQuery] = useState<string | null>(null);
  const { places, attribution } = usePlaces(query);
  return (
    <div className="min-h-14 rounded-md px-[.9rem] py-[.6rem] focus-within:shadow-[inset_0_0_0_2px_var(--ring)] hover:bg-surface-2">
      <label htmlFor="where" className="block text-xs text-muted-foreground">
        Where
      </label>
      <Combobox
        id="where"
        name="location"
        placeholder="Island, town or airport"
        maxLength={MAX_SEARCH_LENGTH}
        enterKeyHint="search"
        value={value}
        onValueChange={(text) => {
          onChange(text);
          setQuery(text);
        }}
        listLabel="Places"
        options={places.map((place) => ({
          ...place,
          label: place.name,
          detail: place.island ?? place.kind,
          place,
        }))}
        onPick={({ place }) => {
          onChange(toSearchText(place));
          setQuery(null);
        }}
        optionIcon={<Icon name="map-pin" size={18} className="stroke-[1.75]" />}
        footer={attribution}
        className="min-h-0 rounded-none border-0 bg-transparent p-0 font-medium focus:outline-none"
      />
    </div>
  );
}
