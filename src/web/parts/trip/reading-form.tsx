// The form for the odometer and the fuel or charge.
import { FUEL_EIGHTHS, FULL_CHARGE_PERCENT, MAX_MILES } from "../../../domain/trip/entry.ts";
import { FormField, TextField } from "../../forms/fields.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import type { FieldErrors } from "../../forms/form-errors.ts";
import { useAppForm } from "../../forms/use-app-form.ts";
import { ChoicePills } from "../../ui/form/choice-pills.tsx";
import { describeTripError } from "./explain-trip.tsx";
import type { HandoverProps } from "./handover-props.ts";
import { useEntry } from "./use-entry.ts";

interface ReadingValues {
  miles: string;
  level: string;
}

/** A whole number as typed, with or without separators; undefined for anything else. */
function readWhole(typed: string, max: number): number | undefined {
  const digits = typed.replace(/[\s,]/g, "");
  const value = Number(digits);
  return /^\d{1,7}$/.test(digits) && value <= max ? value : undefined;
}

export function ReadingForm({ trip, handover, onSaved }: HandoverProps & { onSaved: () => void }) {
  const entry = useEntry(trip.booking_id, handover);
  const isElectric = trip.car.is_electric;
  const unit = isElectric ? "percent" : "eighths";
  const max = isElectric ? FULL_CHARGE_PERCENT : FUEL_EIGHTHS;
  const form = useAppForm<ReadingValues>({
    id: `reading-${handover}`,
    describe: describeTripError,
    initial: { miles: "", level: "" },
    check: ({ miles, level }) => {
      const errors: FieldErrors<ReadingValues> = {};
      if (readWhole(miles, MAX_MILES) === undefined)
        errors.miles = "Enter whole miles, like 41,286.";
      if (readWhole(level, max) === undefined)
        errors.level = isElectric ? "Enter a number from 0 to 100." : "Choose the fuel level.";
      return errors;
    },
    send: async ({ miles, level }) => {
      await entry.mutateAsync({
        kind: "reading",
        miles: readWhole(miles, MAX_MILES) ?? 0,
        level: { unit, value: readWhole(level, max) ?? 0 },
      });
      onSaved();
    },
  });
  return (
    <Form form={form} failureTitle="The reading wasn't saved" className="grid gap-5">
      <TextField
        form={form}
        name="miles"
        label="Odometer, in miles"
        hint="Whole miles, as the dashboard shows them."
        inputMode="numeric"
        autoComplete="off"
        fieldClassName="max-w-[16rem]"
      />
      {isElectric ? (
        <TextField
          form={form}
          name="level"
          label="Charge (%)"
          inputMode="numeric"
          autoComplete="off"
          fieldClassName="max-w-[16rem]"
        />
      ) : (
        <FormField form={form} name="level" label="Fuel, in eighths of the tank" group>
          <ChoicePills
            name={`fuel-${handover}`}
            type="radio"
            options={Array.from({ length: FUEL_EIGHTHS + 1 }, (_, eighths) => ({
              value: String(eighths),
              label: eighths === 0 ? "Empty" : eighths === FUEL_EIGHTHS ? "Full" : `${eighths}/8`,
            }))}
            chosen={[form.values.level]}
            onChoose={(value) => form.set("level", value)}
          />
        </FormField>
      )}
      <SubmitButton form={form} busyLabel="Saving..." className="justify-self-start">
        Save the readings
      </SubmitButton>
    </Form>
  );
}
