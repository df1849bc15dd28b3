// A phone number field: country code and national number. Pasting or autofilling a full
// international number also selects its country.
import {
  DIAL_CODES,
  isWholePhone,
  splitPhone,
  type EnteredPhone,
} from "../../../../domain/person/phone-countries.ts";
import { compactPhone, isPhone, MAX_PHONE_INPUT } from "../../../../domain/person/phone.ts";
import { TextInput, Select } from "../../../ui/form/controls.tsx";
import { Field } from "../../../ui/form/field.tsx";

const NAMES = new Intl.DisplayNames("en", { type: "region" });
const COUNTRIES = [...DIAL_CODES]
  .map(([country, code]) => ({ country, code, name: NAMES.of(country) ?? country }))
  .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
/** "1242" -> "1 242" */
const spaced = (code: string): string => code.replace(/^1(?=\d)/, "1 ");

export interface PhoneFieldProps {
  /** The id of the number input. */
  id: string;
  value: EnteredPhone;
  error: string | undefined;
  onChange: (value: EnteredPhone) => void;
}

export function PhoneField({ id, value, error, onChange }: PhoneFieldProps) {
  const code = DIAL_CODES.get(value.country) ?? "";
  const enter = (number: string) => {
    const isWhole = isWholePhone(number) && isPhone(compactPhone(number).replace(/^00/, "+"));
    onChange(isWhole ? splitPhone(number, value.country) : { ...value, number });
  };
  return (
    <div className="grid gap-5 sm:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]">
      <Field label="Country code" id={`${id}-country`}>
        <Select
          value={value.country}
          autoComplete="tel-country-code"
          onChange={({ target }) => onChange({ ...value, country: target.value })}
        >
          {COUNTRIES.map((each) => (
            <option key={each.country} value={each.country}>
              {each.name} +{spaced(each.code)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Phone"
        id={id}
        optional
        error={error}
        hint="Shared with your host or renter once a booking is approved."
      >
        <span className="flex min-w-0 items-center gap-2">
          <span aria-hidden="true" className="flex-none text-muted-foreground tabular-nums">
            +{spaced(code)}
          </span>
          <TextInput
            type="tel"
            name="phone"
            inputMode="tel"
            autoComplete="tel"
            maxLength={MAX_PHONE_INPUT}
            value={value.number}
            onChange={({ target }) => enter(target.value)}
            className="tabular-nums"
          />
        </span>
      </Field>
    </div>
  );
}
