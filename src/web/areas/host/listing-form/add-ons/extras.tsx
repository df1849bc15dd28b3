// The section "Extras" of the listing form: what the host rents out with the car.
import {
  EXTRA_KINDS,
  LISTED_EXTRAS,
  MAX_EXTRA_STOCK,
  MAX_EXTRA_DESCRIPTION_LENGTH,
  MAX_EXTRAS,
} from "../../../../../domain/listing/add-ons/extras.ts";
import { HOST_SHARE_BASIS_POINTS } from "../../../../../domain/money/charge.ts";
import { FormField } from "../../../../forms/fields.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Select, TextInput } from "../../../../ui/form/controls.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { EXTRAS_SECTION, FormSection } from "../form-fields.tsx";
import { LABELS } from "../listing-values.ts";
import type { SectionProps } from "../section-props.ts";
import { nameValue, newExtra, type ExtraValue } from "./extra-values.ts";

export function Extras({ form }: SectionProps) {
  const { extras: values } = form.values;
  const set = (next: readonly ExtraValue[]) => form.set("extras", next);
  return (
    <FormSection index={EXTRAS_SECTION}>
      <p className="text-sm text-muted-foreground">
        Things you rent out with the car. You keep {HOST_SHARE_BASIS_POINTS / 100}%. An extra that
        is out with one trip can&apos;t be booked for another on the same day.
      </p>
      <FormField form={form} name="extras" label={LABELS.extras} group>
        {values.length === 0 ? (
          <p className="text-sm text-muted-foreground">No extras yet.</p>
        ) : (
          <ul className="grid divide-y divide-border">
            {values.map((value, index) => (
              <ExtraRow
                // Rows have no id, and own description change as they are typed.
                key={value.kind === "custom" ? `custom-${index}` : value.kind}
                value={value}
                onChange={(change) =>
                  set(values.map((each) => (each === value ? { ...each, ...change } : each)))
                }
                onRemove={() => set(values.filter((each) => each !== value))}
              />
            ))}
          </ul>
        )}
      </FormField>
      <AddExtra values={values} onAdd={(kind) => set([...values, newExtra(kind)])} />
    </FormSection>
  );
}

interface ExtraRowProps {
  value: ExtraValue;
  onChange: (change: Partial<ExtraValue>) => void;
  onRemove: () => void;
}

function ExtraRow({ value, onChange, onRemove }: ExtraRowProps) {
  const name = nameValue(value) || "your own extra";
  const field = { autoComplete: "off", className: "tabular-nums", "aria-describedby": undefined };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_4.5rem_auto] items-center gap-2 py-3 sm:grid-cols-[minmax(0,1fr)_7rem_7.5rem_4.5rem_auto]">
      <div className="max-sm:col-span-full">
        {value.kind === "custom" ? (
          <TextInput
            id={undefined}
            aria-describedby={undefined}
            aria-label="Your own extra"
            placeholder="Your own description"
            maxLength={MAX_EXTRA_DESCRIPTION_LENGTH}
            value={value.description}
            onChange={({ target }) => onChange({ description: target.value })}
          />
        ) : (
          <span className="font-medium wrap-anywhere">{name}</span>
        )}
      </div>
      <TextInput
        {...field}
        id={undefined}
        unit="$"
        inputMode="decimal"
        maxLength={12}
        placeholder="0.00"
        aria-label={`Price of ${name}`}
        value={value.price}
        onChange={({ target }) => onChange({ price: target.value })}
      />
      <Select
        id={undefined}
        aria-describedby={undefined}
        aria-label={`Charged for ${name}`}
        value={value.per}
        onChange={({ target }) => onChange({ per: target.value })}
      >
        <option value="trip">a trip</option>
        <option value="day">a day</option>
      </Select>
      <TextInput
        {...field}
        id={undefined}
        inputMode="numeric"
        maxLength={2}
        aria-label={`How many of ${name}`}
        title={`1 to ${MAX_EXTRA_STOCK}`}
        value={value.stock}
        onChange={({ target }) => onChange({ stock: target.value })}
      />
      <Button
        variant="ghost"
        size="small"
        className="min-h-11 min-w-11 px-0"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
      >
        <Icon name="trash" size={18} />
      </Button>
    </li>
  );
}

interface AddExtraProps {
  values: readonly ExtraValue[];
  onAdd: (kind: string) => void;
}

/** Adds an extra as soon as it is chosen. */
function AddExtra({ values, onAdd }: AddExtraProps) {
  const isFull = values.length >= MAX_EXTRAS;
  const others = EXTRA_KINDS.filter((kind) => !values.some((value) => value.kind === kind));
  return (
    <Field label="Add an extra" hint={`${values.length} of ${MAX_EXTRAS}`}>
      <Select
        value=""
        disabled={isFull}
        onChange={({ target }) => {
          if (target.value) onAdd(target.value);
        }}
      >
        <option value="">{isFull ? "You have added the most extras" : "Choose an extra"}</option>
        {others.map((kind) =>
          kind === "custom" ? null : (
            <option key={kind} value={kind}>
              {LISTED_EXTRAS[kind]}
            </option>
          ),
        )}
        <option value="custom">Something else, in your own description</option>
      </Select>
    </Field>
  );
}
