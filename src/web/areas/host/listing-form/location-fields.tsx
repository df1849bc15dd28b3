// The car's location: a place name with suggestions, and coordinates, filled in from the place.
import { useState } from "react";
import type { Place } from "../../../../contract/listings/places.ts";
import { LISTING_LENGTHS } from "../../../../domain/listing/listing.ts";
import { FormField } from "../../../forms/fields.tsx";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/form/combobox.tsx";
import { TextInput } from "../../../ui/form/controls.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { checkLatitude, checkLongitude } from "./check-listing.ts";
import { LABELS } from "./listing-values.ts";
import { PositionMap } from "./position-map.tsx";
import { fetchPlaceName, toPoint } from "./position.ts";
import type { SectionProps } from "./section-props.ts";
import { toPlaceOption } from "../../../parts/map/place-option.tsx";
import { usePlaces } from "../../../parts/map/use-places.ts";
import { Icon } from "../../../ui/icon.tsx";

export function LocationFields({ form }: SectionProps) {
  const [query, setQuery] = useState<string | null>(null);
  const { places, attribution } = usePlaces(query);
  const name = (location: string) => form.set("location", location);
  const choose = ({ label, latitude, longitude }: Place) => {
    setQuery(null);
    name(label);
    form.set("latitude", String(latitude));
    form.set("longitude", String(longitude));
  };
  return (
    <>
      <FormField
        form={form}
        name="location"
        label={LABELS.location}
        hint="A town, airport, marina or address. Everyone can see it."
      >
        <Combobox
          name="location"
          value={form.values.location}
          onValueChange={(location) => {
            setQuery(location);
            name(location);
          }}
          listLabel="Places"
          options={places.map(toPlaceOption)}
          onPick={({ place }) => choose(place)}
          icon={<Icon name="map-pin" />}
          footer={attribution}
          aria-required="true"
          maxLength={LISTING_LENGTHS.location}
        />
      </FormField>
      <Position form={form} onNamed={name} />
    </>
  );
}

interface PositionProps extends SectionProps {
  onNamed: (location: string) => void;
}

/** The coordinates, as numbers and on a map. */
function Position({ form, onNamed }: PositionProps) {
  /** A click on the map sets a whole position, so its errors appear immediately. */
  const [isPicked, setPicked] = useState(false);
  const { values, errors } = form;
  const number = { autoComplete: "off", className: "tabular-nums" };
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-1 text-sm font-medium">
        Exact position <span className="font-regular text-muted-foreground">(optional)</span>
      </legend>
      <p className="text-xs text-muted-foreground">
        The marker follows the place above. Click the map or drag its marker to correct it. Everyone
        can see it, so choose a spot nearby if you&rsquo;d rather not show your address.
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        {/* No decimal keyboard: on some phones it has no minus sign. */}
        <Field
          label={LABELS.latitude}
          id={form.fieldId("latitude")}
          error={errors.latitude ?? (isPicked ? checkLatitude(values) : undefined)}
        >
          <TextInput {...form.register("latitude")} {...number} placeholder="25.034300" />
        </Field>
        <Field
          label={LABELS.longitude}
          id={form.fieldId("longitude")}
          error={errors.longitude ?? (isPicked ? checkLongitude(values) : undefined)}
        >
          <TextInput {...form.register("longitude")} {...number} placeholder="-77.396300" />
        </Field>
      </div>
      <PositionMap
        values={values}
        onPick={({ latitude, longitude }) => {
          setPicked(true);
          form.set("latitude", latitude.toFixed(6));
          form.set("longitude", longitude.toFixed(6));
        }}
        onNamed={onNamed}
      />
      <NamePosition form={form} onNamed={onNamed} />
    </fieldset>
  );
}

/** Writes the name of the place at the typed position into the location. */
function NamePosition({ form: { values }, onNamed }: PositionProps) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const usable = toPoint(values) !== null;
  const name = async () => {
    const point = toPoint(values);
    if (!point) return;
    setBusy(true);
    const address = await fetchPlaceName(point);
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
        <Icon name="locate-fixed" size={16} />
        Use this position
      </Button>
      <span className="text-xs text-muted-foreground">Fills in the name of the place above.</span>
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  );
}
