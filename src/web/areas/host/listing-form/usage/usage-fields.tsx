// The fields for usage in the listing form: distance, fuel and deposit.
import { AUTHORISE_HOURS, MAX_DEPOSIT_CENTS } from "../../../../../domain/money/deposit/deposit.ts";
import { findTariff, TARIFF_VERSION } from "../../../../../domain/tariff/tariff.ts";
import {
  MAX_MILE_PRICE_CENTS,
  MIN_INCLUDED_MILES,
  MIN_MILE_PRICE_CENTS,
} from "../../../../../domain/tariff/usage-terms.ts";
import { formatUsd } from "../../../../../domain/text/format.ts";
import { TextField } from "../../../../forms/fields.tsx";
import { LABELS } from "../listing-values.ts";
import type { SectionProps } from "../section-props.ts";

const { fuel } = findTariff(TARIFF_VERSION);

export function UsageFields({ form }: SectionProps) {
  const typed = { form, optional: true, autoComplete: "off", className: "tabular-nums" } as const;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">Distance, fuel and deposit</legend>
      <p className="text-sm text-muted-foreground">
        Distance is unlimited unless you limit it here. What extra miles and missing fuel cost
        follows from the readings that you and the renter confirm at pickup and return.
      </p>
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField
          {...typed}
          name="included_miles_per_day"
          label={LABELS.included_miles_per_day}
          hint={`${MIN_INCLUDED_MILES} or more. Leave it empty for unlimited.`}
          inputMode="numeric"
          maxLength={6}
        />
        <TextField
          {...typed}
          name="price_per_mile_cents"
          label={LABELS.price_per_mile_cents}
          unit="$"
          hint={`${formatUsd(MIN_MILE_PRICE_CENTS)} to ${formatUsd(MAX_MILE_PRICE_CENTS)}`}
          inputMode="decimal"
          maxLength={8}
        />
        {form.values.fuel_type !== "electric" && (
          <TextField
            {...typed}
            name="tank_gallons"
            label={LABELS.tank_gallons}
            hint={`In US gallons. Without it, missing fuel isn't charged. With it, renters pay the pump price plus ${formatUsd(fuel.serviceCents)}.`}
            inputMode="numeric"
            maxLength={3}
          />
        )}
        <TextField
          {...typed}
          name="deposit_cents"
          label={LABELS.deposit_cents}
          unit="$"
          hint={`Up to ${formatUsd(MAX_DEPOSIT_CENTS)}. Held on the renter's card from ${AUTHORISE_HOURS} hours before pickup, and charged only for an accepted or decided claim. Leave empty for no deposit.`}
          inputMode="decimal"
          maxLength={8}
        />
      </div>
    </fieldset>
  );
}
