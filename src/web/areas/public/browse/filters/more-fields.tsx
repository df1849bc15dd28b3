// The filters beyond place, dates and price: a panel under the bar of a wide screen, part of the
// sheet on a phone. They load when opened; without JavaScript they come with the page that
// their button asks for.
import { ISLANDS, isIslandId } from "../../../../../domain/place/islands.ts";
import {
  BODY_TYPES,
  BOOKING_MODES,
  FEATURES,
  FUEL_TYPES,
  TRANSMISSIONS,
} from "../../../../../domain/listing/listing.ts";
import { ChoicePills } from "../../../../ui/form/choice-pills.tsx";
import { TextInput, Select } from "../../../../ui/form/controls.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { capitalised } from "../../../../../domain/text/capitalised.ts";
import { BODY_TYPE_LABELS, BOOKING_MODE_LABELS } from "../../../../parts/page/shared-text.ts";
import { minPriceError, type Draft } from "./filter-draft.ts";
import { TimeFields } from "./time-fields.tsx";
import { seatsLabel, toOptions } from "./filter-labels.ts";
import { MIN_SEAT_OPTIONS } from "../search.ts";

export interface MoreFieldsProps {
  /** The prefix that makes the field ids unique. */
  name: string;
  draft: Draft;
  /** `typed`: more input may follow. */
  onDraft: (draft: Draft, how: { typed: boolean }) => void;
  /** The form works without scripts. */
  isPlain?: boolean;
}

const ANY = { value: "", label: "Any" };

/** Adds `value`, or removes it if it was chosen. */
const toggled = <T extends string>(all: readonly T[], chosen: readonly T[], value: string): T[] =>
  all.filter((each) => (each === value ? !chosen.includes(each) : chosen.includes(each)));

const one = <T extends string | number>(values: readonly T[], value: string): T | null =>
  values.find((each) => String(each) === value) ?? null;

/** The panel under the bar. */
export const MoreFields = (props: MoreFieldsProps) => (
  <div className="@container">
    <div className="grid gap-x-8 gap-y-5 @2xl:grid-cols-2 @5xl:grid-cols-3">
      <div className="grid grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] gap-3">
        <IslandField {...props} />
        <MinPriceField {...props} />
      </div>
      <BodyTypeField {...props} />
      <RestFields {...props} />
    </div>
  </div>
);

/** What the sheet shows after the place, dates, price and body type. */
export function RestFields({ draft, onDraft, isPlain = false }: MoreFieldsProps) {
  const choose = (change: Partial<Draft>) => onDraft({ ...draft, ...change }, { typed: false });
  return (
    <>
      <TimeFields draft={draft} choose={choose} isPlain={isPlain} />
      <CarPills draft={draft} choose={choose} />
      <Field label="Booking type" group>
        <ChoicePills
          name="booking_mode"
          type="radio"
          options={[ANY, ...toOptions(BOOKING_MODES, (mode) => BOOKING_MODE_LABELS[mode])]}
          chosen={[draft.bookingMode ?? ""]}
          onChoose={(value) => choose({ bookingMode: one(BOOKING_MODES, value) })}
        />
      </Field>
      <Field label="Features" group className="@2xl:col-span-full">
        <ChoicePills
          name="feature"
          type="checkbox"
          options={toOptions(FEATURES, (feature) => feature)}
          chosen={draft.features}
          onChoose={(value) => choose({ features: toggled(FEATURES, draft.features, value) })}
        />
      </Field>
    </>
  );
}

export const BodyTypeField = ({ draft, onDraft }: MoreFieldsProps) => (
  <Field label="Body type" group className="@5xl:col-span-2">
    <ChoicePills
      name="body_type"
      type="checkbox"
      options={toOptions(BODY_TYPES, (type) => BODY_TYPE_LABELS[type])}
      chosen={draft.bodyTypes}
      onChoose={(value) =>
        onDraft(
          { ...draft, bodyTypes: toggled(BODY_TYPES, draft.bodyTypes, value) },
          { typed: false },
        )
      }
    />
  </Field>
);

/** A search names one place, so choosing an island clears the location, and vice versa. */
export const IslandField = ({ draft, onDraft }: MoreFieldsProps) => (
  <Field label="Island">
    <Select
      name="island"
      value={draft.island ?? ""}
      onChange={({ target }) =>
        onDraft(
          isIslandId(target.value)
            ? { ...draft, island: target.value, location: "", place: null }
            : { ...draft, island: null },
          { typed: false },
        )
      }
    >
      <option value="">{draft.location || draft.place ? "Set by location" : "All islands"}</option>
      {ISLANDS.map(({ id, name: label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </Select>
  </Field>
);

export const MinPriceField = ({ name, draft, onDraft }: MoreFieldsProps) => (
  <Field label="Min price per day" id={`${name}-min-price`} error={minPriceError(draft)}>
    <TextInput
      name="min_price"
      unit="$"
      inputMode="decimal"
      placeholder="Any"
      autoComplete="off"
      enterKeyHint="search"
      value={draft.minPrice}
      onChange={({ target }) => onDraft({ ...draft, minPrice: target.value }, { typed: true })}
    />
  </Field>
);

interface CarPillsProps {
  draft: Draft;
  choose: (change: Partial<Draft>) => void;
}

/** Seats, transmission and fuel. */
const CarPills = ({ draft, choose }: CarPillsProps) => (
  <>
    <Field label="Seats" group>
      <ChoicePills
        name="min_seats"
        type="radio"
        options={[
          ANY,
          ...MIN_SEAT_OPTIONS.map((seats) => ({ value: String(seats), label: seatsLabel(seats) })),
        ]}
        chosen={[String(draft.minSeats ?? "")]}
        onChoose={(value) => choose({ minSeats: one(MIN_SEAT_OPTIONS, value) })}
      />
    </Field>
    <Field label="Transmission" group>
      <ChoicePills
        name="transmission"
        type="radio"
        options={[ANY, ...toOptions(TRANSMISSIONS, capitalised)]}
        chosen={[draft.transmission ?? ""]}
        onChoose={(value) => choose({ transmission: one(TRANSMISSIONS, value) })}
      />
    </Field>
    <Field label="Fuel" group>
      <ChoicePills
        name="fuel_type"
        type="checkbox"
        options={toOptions(FUEL_TYPES, capitalised)}
        chosen={draft.fuelTypes}
        onChoose={(value) => choose({ fuelTypes: toggled(FUEL_TYPES, draft.fuelTypes, value) })}
      />
    </Field>
  </>
);
