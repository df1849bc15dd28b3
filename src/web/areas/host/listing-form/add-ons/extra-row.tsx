// One extra in the listing form.
import type { ReactNode } from "react";
import {
  hasStock,
  MAX_EXTRA_DESCRIPTION_LENGTH,
  MAX_EXTRA_STOCK,
} from "../../../../../domain/listing/add-ons/extras.ts";
import { Select, TextInput, type InputProps } from "../../../../ui/form/controls.tsx";
import { nameValue, readKind, type ExtraError, type ExtraValue } from "./extra-values.ts";
import { RemoveRow } from "./remove-row.tsx";

/** The columns of a wide screen: name, price, per, quantity, and the button that removes it. */
export const COLUMNS = "sm:grid-cols-[minmax(0,1fr)_7rem_6rem_5rem_2.75rem]";

interface ExtraRowProps {
  value: ExtraValue;
  error: ExtraError | undefined;
  /** The id of the text of the error. */
  errorId: string;
  onChange: (change: Partial<ExtraValue>) => void;
  addId: string;
  onRemove: () => void;
}

export function ExtraRow(props: ExtraRowProps) {
  const { addId, onRemove, ...cell } = props;
  const { value, onChange } = cell;
  const name = nameValue(value) || "your extra";
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5rem_2.75rem] items-end gap-2 py-3 sm:items-center ${COLUMNS}`}
    >
      <div className="max-sm:col-span-full">
        {value.kind === "custom" ? (
          <Cell
            {...cell}
            field="description"
            label="Description"
            aria-label="Description of your extra"
            placeholder="For example, kayak for two"
            maxLength={MAX_EXTRA_DESCRIPTION_LENGTH}
          />
        ) : (
          <span className="font-medium wrap-anywhere">{name}</span>
        )}
      </div>
      <Cell
        {...cell}
        field="price"
        label="Price"
        aria-label={`Price of ${name}`}
        unit="$"
        inputMode="decimal"
        maxLength={12}
        placeholder="0.00"
      />
      <Labelled label="Per">
        <Select
          aria-label={`Price unit for ${name}`}
          value={value.per}
          onChange={({ target }) => onChange({ per: target.value })}
        >
          <option value="trip">trip</option>
          <option value="day">day</option>
        </Select>
      </Labelled>
      {hasStock(readKind(value.kind)) ? (
        <Cell
          {...cell}
          field="stock"
          label="Quantity"
          aria-label={`Quantity of ${name}`}
          title={`1 to ${MAX_EXTRA_STOCK}`}
          inputMode="numeric"
          maxLength={2}
        />
      ) : (
        <span />
      )}
      <RemoveRow name={name} addId={addId} onRemove={onRemove} />
    </li>
  );
}

type CellProps = Omit<ExtraRowProps, "addId" | "onRemove"> &
  Omit<InputProps, "value" | "onChange"> & {
    field: ExtraError["field"];
    label: string;
  };

function Cell({ value, error, errorId, onChange, field, label, ...rest }: CellProps) {
  const isWrong = error?.field === field;
  return (
    <Labelled label={label}>
      <TextInput
        {...rest}
        autoComplete="off"
        className={field === "description" ? undefined : "tabular-nums"}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? errorId : undefined}
        value={value[field]}
        onChange={({ target }) => onChange({ [field]: target.value })}
      />
    </Labelled>
  );
}

/** A control of a row. Its own label names the extra; phones show this shorter one. */
const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className="grid min-w-0 gap-1">
    <span aria-hidden="true" className="text-xs text-muted-foreground sm:hidden">
      {label}
    </span>
    {children}
  </label>
);
