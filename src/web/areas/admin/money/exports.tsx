// The ledger and the payouts of some days as files for the books.
import { useState } from "react";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { isCalendarDate, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { ExportButton } from "../../../parts/list/export-button.tsx";
import { TextInput } from "../../../ui/form/controls.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Panel } from "../../../ui/panel.tsx";

interface Days {
  from?: CalendarDate;
  to?: CalendarDate;
}

const ENDS = [
  ["from", "From"],
  ["to", "To"],
] as const;

/** Starts with the current month so far. */
export function Exports() {
  const today = todayInNassau(new Date());
  const [days, setDays] = useState<Days>({
    from: `${today.slice(0, 8)}01` as CalendarDate,
    to: today,
  });
  const change = (end: keyof Days, value: string) => {
    const { [end]: _, ...others } = days;
    setDays(isCalendarDate(value) ? { ...others, [end]: value } : others);
  };
  return (
    <Panel as="section" aria-labelledby="exports" className="grid gap-4">
      <div>
        <h2 id="exports" className="text-xl">
          Accounting exports
        </h2>
        <p className="text-sm text-muted-foreground">
          All amounts are in dollars. Leave From or To empty for no limit.
        </p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        {ENDS.map(([end, label]) => (
          <Field key={end} label={label}>
            <TextInput
              type="date"
              value={days[end] ?? ""}
              className="w-40"
              onChange={({ target: { value } }) => change(end, value)}
            />
          </Field>
        ))}
        <ExportButton
          route="GET /api/admin/ledger.csv"
          call={{ query: days }}
          name="ledger"
          label="Export ledger"
        />
        <ExportButton
          route="GET /api/admin/payouts.csv"
          call={{ query: days }}
          name="payouts"
          label="Export payouts"
        />
      </div>
    </Panel>
  );
}
