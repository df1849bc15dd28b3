// The sections of the form with fields and checkboxes: Basic Information, Location & Pricing,
// Features.
import type { ReactNode } from "react";
import {
  FEATURES,
  FUEL_TYPES,
  newestYear,
  OLDEST_YEAR,
  SEAT_OPTIONS,
  TRANSMISSIONS,
} from "../../../../domain/listing/listing.ts";
import { percentOfCents } from "../../../../domain/money/money.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { HOST_SHARE_BASIS_POINTS } from "../../../../domain/money/charge.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { BookingModeCards } from "../../../parts/listing/booking-mode-cards.tsx";
import { capitalised } from "../../../parts/page/words.ts";
import { Checkbox, Input, Select, Textarea } from "../../../ui/form/controls.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { priceCents, type ListingFaults } from "./check-listing.ts";
import { fieldId, LABELS, type ListingField } from "./listing-values.ts";
import { LocationFields } from "./location-fields.tsx";
import type { SectionProps } from "./section-props.ts";

/** The sections in order, with their fields. */
export const SECTIONS: readonly { id: string; title: string; fields: readonly ListingField[] }[] = [
  {
    id: "basic-information",
    title: "Basic Information",
    fields: [
      "title",
      "make",
      "model",
      "year",
      "seats",
      "color",
      "transmission",
      "fuel_type",
      "license_plate",
      "description",
    ],
  },
  {
    id: "location-pricing",
    title: "Location & Pricing",
    fields: [
      "location",
      "latitude",
      "longitude",
      "price_per_day",
      "booking_mode",
      "pickup_instructions",
    ],
  },
  { id: "features", title: "Features", fields: ["features"] },
  { id: "car-images", title: "Car Images", fields: ["images"] },
];

export function Section({
  index,
  aside,
  children,
}: {
  index: number;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const section = SECTIONS[index];
  if (!section) return null;
  return (
    <Panel
      as="section"
      id={section.id}
      aria-labelledby={`${section.id}-title`}
      className="grid gap-5 scroll-mt-6"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id={`${section.id}-title`} tabIndex={-1} className="text-xl">
          {section.title}
        </h2>
        {aside}
      </div>
      {children}
    </Panel>
  );
}

/** The label, id and error of a field. */
const fieldProps = (faults: ListingFaults) => (name: ListingField) => ({
  label: LABELS[name],
  id: fieldId(name),
  error: faults[name],
});

export function BasicInformation({ values, faults, change, text }: SectionProps) {
  const field = fieldProps(faults);
  return (
    <Section index={0}>
      <Field {...field("title")} hint="What renters read first, like “Prado for the pine roads”.">
        <Input {...text("title")} aria-required="true" maxLength={120} autoComplete="off" />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...field("make")}>
          <Input {...text("make")} aria-required="true" maxLength={60} autoComplete="off" />
        </Field>
        <Field {...field("model")}>
          <Input {...text("model")} aria-required="true" maxLength={60} autoComplete="off" />
        </Field>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-4 gap-y-5">
        <Field
          {...field("year")}
          hint={`${OLDEST_YEAR} to ${newestYear(todayInNassau(new Date()))}`}
        >
          <Input
            {...text("year")}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            className="tabular-nums"
          />
        </Field>
        <Field {...field("seats")}>
          <Select {...text("seats")}>
            {SEAT_OPTIONS.map((seats) => (
              <option key={seats}>{seats}</option>
            ))}
          </Select>
        </Field>
        <Field {...field("color")} optional>
          <Input {...text("color")} maxLength={40} autoComplete="off" />
        </Field>
        <Field {...field("transmission")}>
          <Choice
            name="transmission"
            options={TRANSMISSIONS}
            value={values.transmission}
            onPick={(transmission) => change({ transmission })}
          />
        </Field>
        <Field {...field("fuel_type")}>
          <Choice
            name="fuel_type"
            options={FUEL_TYPES}
            value={values.fuel_type}
            onPick={(fuel_type) => change({ fuel_type })}
          />
        </Field>
        <Field {...field("license_plate")} optional hint="Never shown to the public">
          <Input
            {...text("license_plate")}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
          />
        </Field>
      </div>
      <Field {...field("description")} optional>
        <Textarea {...text("description")} rows={5} maxLength={4000} />
      </Field>
    </Section>
  );
}

interface ChoiceProps<V extends string> {
  name: string;
  options: readonly V[];
  value: V;
  onPick: (value: V) => void;
}

function Choice<V extends string>({ name, options, value, onPick }: ChoiceProps<V>) {
  return (
    <Select
      name={name}
      value={value}
      onChange={({ target }) => onPick(options[target.selectedIndex] ?? value)}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {capitalised(option)}
        </option>
      ))}
    </Select>
  );
}

export function LocationAndPricing(props: SectionProps) {
  const { values, faults, change, text } = props;
  const field = fieldProps(faults);
  return (
    <Section index={1}>
      <LocationFields {...props} />
      <Field
        {...field("price_per_day")}
        hint={hostShare(values.price_per_day)}
        className="sm:max-w-72"
      >
        <Input
          {...text("price_per_day")}
          unit="$"
          inputMode="decimal"
          aria-required="true"
          autoComplete="off"
          className="tabular-nums"
        />
      </Field>
      <Field group {...field("booking_mode")}>
        <BookingModeCards
          value={values.booking_mode}
          onPick={(booking_mode) => change({ booking_mode })}
        />
      </Field>
      <Field
        {...field("pickup_instructions")}
        optional
        hint="Where the key is and what to do. Only renters with an approved booking see it."
      >
        <Textarea {...text("pickup_instructions")} rows={3} maxLength={2000} />
      </Field>
    </Section>
  );
}

/** The host's share of the daily price. */
function hostShare(typed: string): string {
  const percent = HOST_SHARE_BASIS_POINTS / 100;
  const cents = priceCents(typed);
  const kept =
    cents !== undefined && cents > 0 && formatUsd(percentOfCents(cents, HOST_SHARE_BASIS_POINTS));
  return `You keep ${percent}%${kept ? `: ${kept} a day` : " of it"}`;
}

export function Features({ values, change }: SectionProps) {
  const toggle = (feature: string, on: boolean) =>
    change({
      features: FEATURES.filter((each) => (each === feature ? on : values.features.includes(each))),
    });
  return (
    <Section index={2}>
      <div
        role="group"
        aria-labelledby="features-title"
        className="grid grid-cols-[repeat(auto-fill,minmax(min(8.75rem,100%),1fr))] gap-x-4 gap-y-1 text-sm"
      >
        {FEATURES.map((feature) => (
          <Checkbox
            key={feature}
            name="features"
            value={feature}
            checked={values.features.includes(feature)}
            onChange={({ target }) => toggle(feature, target.checked)}
          >
            {feature}
          </Checkbox>
        ))}
      </div>
    </Section>
  );
}
