// The sections of the form with fields and checkboxes: Basic Information, Location & Pricing,
// Features.
import type { ReactNode } from "react";
import {
  BODY_TYPES,
  FEATURES,
  FUEL_TYPES,
  LISTING_LENGTHS,
  newestYear,
  OLDEST_YEAR,
  SEAT_OPTIONS,
  TRANSMISSIONS,
} from "../../../../domain/listing/listing.ts";
import { PRICING_FIELDS } from "../../../../domain/listing/prices.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { FormField, SelectField, TextareaField, TextField } from "../../../forms/fields.tsx";
import { BookingModeCards } from "../../../parts/listing/booking-mode-cards.tsx";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { BODY_TYPE_LABELS } from "../../../parts/page/shared-text.ts";
import { Checkbox } from "../../../ui/form/controls.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { LABELS, type ListingField } from "./listing-values.ts";
import { LocationFields } from "./location-fields.tsx";
import { PriceFields } from "./price-fields.tsx";
import { UsageFields } from "./usage/usage-fields.tsx";
import type { SectionProps } from "./section-props.ts";

/** The place of the section that hours-and-rules.tsx shows. */
export const HOURS_SECTION = 2;
/** The place of the section that add-ons/meeting-places.tsx shows. */
export const PLACES_SECTION = 3;
/** The place of the section that add-ons/extras.tsx shows. */
export const EXTRAS_SECTION = 4;

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
      "body_type",
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
      ...PRICING_FIELDS,
      "included_miles_per_day",
      "price_per_mile_cents",
      "tank_gallons",
      "deposit_cents",
      "booking_mode",
      "pickup_instructions",
    ],
  },
  {
    id: "hours-and-rules",
    title: "Hours and Rules",
    fields: [
      "pickup_from",
      "pickup_until",
      "turnaround_hours",
      "advance_notice_hours",
      "min_days",
      "max_days",
    ],
  },
  { id: "meeting-places", title: "Meeting Places", fields: ["meeting_places"] },
  { id: "extras", title: "Extras", fields: ["extras"] },
  { id: "features", title: "Features", fields: ["features"] },
  { id: "car-images", title: "Car Images", fields: ["images"] },
];

export function FormSection({
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

/** The props of a field that is typed. */
const textFieldProps = <N extends keyof typeof LISTING_LENGTHS>(
  form: SectionProps["form"],
  name: N,
) => ({
  form,
  name,
  label: LABELS[name],
  maxLength: LISTING_LENGTHS[name],
  autoComplete: "off",
});

export function BasicInformation({ form }: SectionProps) {
  return (
    <FormSection index={0}>
      <TextField
        {...textFieldProps(form, "title")}
        aria-required="true"
        hint="What renters read first, like “Prado for the pine roads”."
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...textFieldProps(form, "make")} aria-required="true" />
        <TextField {...textFieldProps(form, "model")} aria-required="true" />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-4 gap-y-5">
        <TextField
          form={form}
          name="year"
          label={LABELS.year}
          hint={`${OLDEST_YEAR} to ${newestYear(todayInNassau(new Date()))}`}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          className="tabular-nums"
        />
        <Choice form={form} name="seats" options={SEAT_OPTIONS} />
        <SelectField form={form} name="body_type" label={LABELS.body_type} optional>
          <option value="">Choose</option>
          {BODY_TYPES.map((type) => (
            <option key={type} value={type}>
              {BODY_TYPE_LABELS[type]}
            </option>
          ))}
        </SelectField>
        <TextField {...textFieldProps(form, "color")} optional />
        <Choice form={form} name="transmission" options={TRANSMISSIONS} />
        <Choice form={form} name="fuel_type" options={FUEL_TYPES} />
        <TextField
          {...textFieldProps(form, "license_plate")}
          optional
          hint="Never shown to the public"
          autoCapitalize="characters"
        />
      </div>
      <TextareaField {...textFieldProps(form, "description")} optional rows={5} />
    </FormSection>
  );
}

interface ChoiceProps extends SectionProps {
  name: "seats" | "transmission" | "fuel_type";
  options: readonly (string | number)[];
}

const Choice = ({ form, name, options }: ChoiceProps) => (
  <SelectField form={form} name={name} label={LABELS[name]}>
    {options.map((option) => (
      <option key={option} value={option}>
        {capitalised(String(option))}
      </option>
    ))}
  </SelectField>
);

const BOOKING_CHOICES = ["instant", "instant_for_verified", "approval"] as const;

export function LocationAndPricing({ form }: SectionProps) {
  return (
    <FormSection index={1}>
      <LocationFields form={form} />
      <PriceFields form={form} />
      <UsageFields form={form} />
      <FormField form={form} name="booking_mode" label={LABELS.booking_mode} group>
        <BookingModeCards
          choices={BOOKING_CHOICES}
          value={form.values.booking_mode}
          onPick={(mode) => form.set("booking_mode", mode)}
        />
      </FormField>
      <TextareaField
        {...textFieldProps(form, "pickup_instructions")}
        optional
        hint="Where the key is. Only renters with an approved booking see it."
        rows={3}
      />
    </FormSection>
  );
}

export function Features({ form }: SectionProps) {
  const { features } = form.values;
  const toggle = (feature: string, on: boolean) =>
    form.set(
      "features",
      FEATURES.filter((each) => (each === feature ? on : features.includes(each))),
    );
  return (
    <FormSection index={5}>
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
            checked={features.includes(feature)}
            onChange={({ target }) => toggle(feature, target.checked)}
          >
            {feature}
          </Checkbox>
        ))}
      </div>
    </FormSection>
  );
}
