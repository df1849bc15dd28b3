// The section "Extras" of the listing form: what the host rents out with the car.
import { useId } from "react";
import {
  EXTRA_KINDS,
  LISTED_EXTRAS,
  MAX_EXTRAS,
} from "../../../../../domain/listing/add-ons/extras.ts";
import { HOST_SHARE_BASIS_POINTS } from "../../../../../domain/money/rates.ts";
import { FormField } from "../../../../forms/fields.tsx";
import { EXTRAS_SECTION, FormSection } from "../form-fields.tsx";
import { LABELS } from "../listing-values.ts";
import type { SectionProps } from "../section-props.ts";
import { AddRow } from "./add-row.tsx";
import { COLUMNS, ExtraRow } from "./extra-row.tsx";
import { checkExtra, newExtra, readKind, type ExtraValue } from "./extra-values.ts";

export function Extras({ form }: SectionProps) {
  const addId = useId();
  const { extras: values } = form.values;
  const set = (next: readonly ExtraValue[]) => form.set("extras", next);
  const hasFailed = Boolean(form.errors.extras);
  return (
    <FormSection index={EXTRAS_SECTION}>
      <p className="text-sm text-muted-foreground">
        Offer items that renters can add to their trip. You keep {HOST_SHARE_BASIS_POINTS / 100}%.
        An item that is booked for one trip can&apos;t be added to another on the same day.
      </p>
      <FormField
        form={form}
        name="extras"
        label={<span className="sr-only">{LABELS.extras}</span>}
        group
      >
        {values.length === 0 ? (
          <p className="text-sm text-muted-foreground">No extras yet.</p>
        ) : (
          <>
            <ColumnTitles />
            <ul className="grid divide-y divide-border">
              {values.map((value) => (
                <ExtraRow
                  key={value.extra_id}
                  value={value}
                  error={hasFailed ? checkExtra(value, values) : undefined}
                  errorId={`${form.fieldId("extras")}-error`}
                  onChange={(change) =>
                    set(values.map((each) => (each === value ? { ...each, ...change } : each)))
                  }
                  addId={addId}
                  onRemove={() => set(values.filter((each) => each !== value))}
                />
              ))}
            </ul>
          </>
        )}
      </FormField>
      <AddExtra id={addId} values={values} onAdd={(extra) => set([...values, extra])} />
    </FormSection>
  );
}

/** On phones, each row has its own labels. */
const ColumnTitles = () => (
  <div
    aria-hidden="true"
    className={`hidden gap-x-2 text-xs text-muted-foreground sm:grid ${COLUMNS}`}
  >
    {["Extra", "Price", "Per", "Quantity"].map((title) => (
      <span key={title}>{title}</span>
    ))}
  </div>
);

interface AddExtraProps {
  id: string;
  values: readonly ExtraValue[];
  onAdd: (extra: ExtraValue) => void;
}

function AddExtra({ id, values, onAdd }: AddExtraProps) {
  const isFull = values.length >= MAX_EXTRAS;
  const others = EXTRA_KINDS.filter((kind) => !values.some((value) => value.kind === kind));
  return (
    <AddRow
      id={id}
      label="Add an extra"
      button="Add extra"
      hint={`${values.length} of ${MAX_EXTRAS}`}
      placeholder={isFull ? `You've reached the limit of ${MAX_EXTRAS} extras` : "Choose an extra"}
      disabled={isFull}
      onAdd={(kind) => onAdd(newExtra(readKind(kind)))}
    >
      {others.map((kind) =>
        kind === "custom" ? null : (
          <option key={kind} value={kind}>
            {LISTED_EXTRAS[kind]}
          </option>
        ),
      )}
      <option value="custom">Something else</option>
    </AddRow>
  );
}
