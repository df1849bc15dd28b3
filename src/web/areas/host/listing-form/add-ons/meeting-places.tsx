// The section "Meeting Places" of the listing form: where the host hands over the car besides its
// own location, and the fee of each place.
import { useId } from "react";
import type { Place } from "../../../../../contract/listings/places.ts";
import {
  MAX_MEETING_FEE_CENTS,
  MAX_MEETING_PLACES,
} from "../../../../../domain/listing/add-ons/meeting-places.ts";
import { HOST_SHARE_BASIS_POINTS } from "../../../../../domain/money/rates.ts";
import { formatUsd } from "../../../../../domain/text/format.ts";
import { useApi } from "../../../../api/use-api.ts";
import { FormField } from "../../../../forms/fields.tsx";
import { TextInput } from "../../../../ui/form/controls.tsx";
import { FormSection, PLACES_SECTION } from "../form-fields.tsx";
import { LABELS } from "../listing-values.ts";
import type { SectionProps } from "../section-props.ts";
import { isOptionalPrice } from "../typed-price.ts";
import { AddRow } from "./add-row.tsx";
import { RemoveRow } from "./remove-row.tsx";
import type { MeetingPlaceValue } from "./meeting-place-values.ts";

export function MeetingPlaces({ form }: SectionProps) {
  const addId = useId();
  const { meeting_places: values, location } = form.values;
  const set = (next: readonly MeetingPlaceValue[]) => form.set("meeting_places", next);
  return (
    <FormSection index={PLACES_SECTION}>
      <p className="text-sm text-muted-foreground">
        Picking up at the car is free. Add other places where you&rsquo;ll meet renters. One fee
        covers pickup and return, and you keep {HOST_SHARE_BASIS_POINTS / 100}% of it.
      </p>
      <FormField
        form={form}
        name="meeting_places"
        label={<span className="sr-only">{LABELS.meeting_places}</span>}
        group
      >
        <ul className="grid divide-y divide-border">
          <li className="flex min-h-14 items-center justify-between gap-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              <b className="block font-medium">At the car</b>
              <span className="text-sm text-muted-foreground">{location.trim()}</span>
            </span>
            <span className="text-sm text-muted-foreground">Free</span>
          </li>
          {values.map((value) => (
            <PlaceRow
              key={value.place_id}
              value={value}
              isWrong={
                Boolean(form.errors.meeting_places) &&
                !isOptionalPrice(value.fee, MAX_MEETING_FEE_CENTS)
              }
              errorId={`${form.fieldId("meeting_places")}-error`}
              onFee={(fee) => set(values.map((each) => (each === value ? { ...each, fee } : each)))}
              addId={addId}
              onRemove={() => set(values.filter((each) => each !== value))}
            />
          ))}
        </ul>
      </FormField>
      <AddPlace id={addId} values={values} onAdd={(value) => set([...values, value])} />
    </FormSection>
  );
}

interface PlaceRowProps {
  value: MeetingPlaceValue;
  isWrong: boolean;
  errorId: string;
  onFee: (fee: string) => void;
  addId: string;
  onRemove: () => void;
}

function PlaceRow({
  value: { name, fee },
  isWrong,
  errorId,
  onFee,
  addId,
  onRemove,
}: PlaceRowProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_7.5rem_auto] items-center gap-3 py-2">
      <span className="font-medium wrap-anywhere">{name}</span>
      <TextInput
        unit="$"
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        placeholder="0.00"
        aria-label={`Fee for ${name}`}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? errorId : undefined}
        className="tabular-nums"
        value={fee}
        onChange={({ target }) => onFee(target.value)}
      />
      <RemoveRow name={name} addId={addId} onRemove={onRemove} />
    </li>
  );
}

interface AddPlaceProps {
  id: string;
  values: readonly MeetingPlaceValue[];
  onAdd: (value: MeetingPlaceValue) => void;
}

function AddPlace({ id, values, onAdd }: AddPlaceProps) {
  const { data, isError } = useApi("GET /api/places/meeting", {});
  const isFull = values.length >= MAX_MEETING_PLACES;
  const others = (data?.places ?? []).filter(
    (place) => !values.some(({ place_id }) => place_id === place.id),
  );
  const islands = Map.groupBy(others, ({ island }) => island ?? "");
  const add = (place_id: string) => {
    const place = others.find((each) => each.id === place_id);
    if (place) onAdd({ place_id, name: place.name, fee: "" });
  };
  return (
    <>
      <AddRow
        id={id}
        label="Add a place"
        button="Add place"
        hint={`${values.length} of ${MAX_MEETING_PLACES} places, with fees of up to ${formatUsd(MAX_MEETING_FEE_CENTS)}`}
        error={isError ? "We couldn't load the places. Please reload the page." : undefined}
        placeholder={
          isFull
            ? `You've reached the limit of ${MAX_MEETING_PLACES} places`
            : "Airport, dock, marina or hotel"
        }
        disabled={!data || isFull}
        onAdd={add}
      >
        {[...islands].map(([island, places]) => (
          <IslandPlaces key={island} island={island} places={places} />
        ))}
      </AddRow>
      {data && <p className="text-xs text-muted-foreground">{data.attribution}</p>}
    </>
  );
}

const IslandPlaces = ({ island, places }: { island: string; places: readonly Place[] }) => (
  <optgroup label={island}>
    {places.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </optgroup>
);
