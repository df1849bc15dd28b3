// The car's location: a place name with suggestions, and coordinates, filled in from the place.
import { LocateFixed, MapPin } from "lucide-react";
import { useState } from "react";
import type { Place } from "../../../../contract/listings/places.ts";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/form/combobox.tsx";
import { Input } from "../../../ui/form/controls.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { checkLatitude, checkLongitude } from "./check-listing.ts";
import { fieldId } from "./listing-values.ts";
import { PositionMap } from "./position-map.tsx";
import { nameOf, pointOf } from "./position.ts";
import type { SectionProps } from "./section-props.ts";
import { usePlaces } from "../../../parts/map/use-places.ts";

/** A place as a suggestion: its name, and its island or kind of place. */
const toOption = (place: Place) => ({
  ...place,
  label: place.name,
  detail: place.island ?? place.kind,
  place,
});

export function LocationFields({ values, faults, change, text }: SectionProps) {
  const [query, setQuery] = useState<string | null>(null);
  const { places, attribution } = usePlaces(query);
  /** A click on the map sets a whole position, so its errors appear immediately. */
  const [isPicked, setPicked] = useState(false);
  const choose = ({ label, latitude, longitude }: Place) => {
    setQuery(null);
    change({ location: label, latitude: String(latitude), longitude: String(longitude) });
  };
  return (
    <>
      <Field
        label="Location"
        id={fieldId("location")}
        error={faults.location}
        hint="A town, airport, marina or address. Everyone can see it."
      >
        <Combobox
          name="location"
          value={values.location}
          onValueChange={(location) => {
            setQuery(location);
            change({ location });
          }}
          listLabel="Places"
          options={places.map(toOption)}
          onPick={({ place }) => choose(place)}
          icon={<MapPin size={20} strokeWidth={1.75} />}
          optionIcon={<MapPin size={18} strokeWidth={1.75} />}
          footer={attribution}
          aria-required="true"
          maxLength={200}
        />
      </Field>
      <fieldset className="grid min-w-0 gap-4">
        <legend className="mb-1 text-sm font-medium">
          Exact position <span className="font-regular text-muted-foreground">(optional)</span>
        </legend>
        <p className="text-xs text-muted-foreground">
          Filled in when you choose a place above. You can also click the map, drag its marker or
          type the numbers.
        </p>
        <div className="grid gap-5 sm:grid-cols-2">
          {/* No decimal keyboard: on some phones it has no minus sign. */}
          <Field
            label="Latitude"
            id={fieldId("latitude")}
            error={faults.latitude ?? (isPicked ? checkLatitude(values) : undefined)}
          >
            <Input
              {...text("latitude")}
              placeholder="25.034300"
              autoComplete="off"
              className="tabular-nums"
            />
          </Field>
          <Field
            label="Longitude"
            id={fieldId("longitude")}
            error={faults.longitude ?? (isPicked ? checkLongitude(values) : undefined)}
          >
            <Input
              {...text("longitude")}
              placeholder="-77.396300"
              autoComplete="off"
              className="tabular-nums"
            />
          </Field>
        </div>
        <PositionMap
          values={values}
          onPick={({ latitude, longitude }) => {
            setPicked(true);
            change({ latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) });
          }}
          onNamed={(location) => change({ location })}
        />
        <NamePosition values={values} onNamed={(location) => change({ location })} />
      </fieldset>
    </>
  );
}

/** Writes the name of the place at the typed position into the location. */
function NamePosition({
  values,
  onNamed,
}: Pick<SectionProps, "values"> & { onNamed: (location: string) => void }) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const usable = pointOf(values) !== null;
  const name = async () => {
    const point = pointOf(values);
    if (!point) return;
    setBusy(true);
    const address = await nameOf(point);
    setBusy(false);
    onNamed(address);
    setSaid(`Location: ${address}`);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="outline"
        size="small"
        disabled={!usable}
        busy={busy}
        busyLabel="Looking it up..."
        onClick={() => void name()}
      >
        <LocateFixed aria-hidden="true" size={16} strokeWidth={2} />
        Use this position
      </Button>
      <span className="text-xs text-muted-foreground">Fills in the name of the place above.</span>
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  );
}
