// The price fields of the listing form: the price of a day, of weekend days, and discounts for
// longer rentals.
import {
  DISCOUNTS,
  flatTerms,
  MAX_DISCOUNT_PERCENT,
  WEEKDAYS,
} from "../../../../domain/listing/prices.ts";
import { calculateCharge } from "../../../../domain/money/charge.ts";
import { HOST_SHARE_BASIS_POINTS } from "../../../../domain/money/rates.ts";
import { percentOfCents } from "../../../../domain/money/money.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { FormField, TextField } from "../../../forms/fields.tsx";
import { Checkbox } from "../../../ui/form/controls.tsx";
import { readCents } from "../../../forms/read-cents.ts";
import { readDiscounts } from "./typed-price.ts";
import { LABELS } from "./listing-values.ts";
import type { SectionProps } from "./section-props.ts";

export function PriceFields({ form }: SectionProps) {
  const price = { unit: "$", inputMode: "decimal", autoComplete: "off" } as const;
  const hasWeekendPrice = form.values.weekend_price.trim() !== "";
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...price}
          form={form}
          name="price_per_day"
          label={LABELS.price_per_day}
          hint={hostShare(form.values.price_per_day)}
          aria-required="true"
          className="tabular-nums"
        />
        <TextField
          {...price}
          form={form}
          name="weekend_price"
          label={LABELS.weekend_price}
          hint={
            hasWeekendPrice
              ? hostShare(form.values.weekend_price)
              : "Leave it empty if weekends cost the same."
          }
          optional
          className="tabular-nums"
        />
      </div>
      {hasWeekendPrice && <WeekendDays form={form} />}
      <fieldset className="grid gap-3">
        <legend className="mb-1 font-medium">Discounts for longer trips</legend>
        <p className="text-sm text-muted-foreground">
          The largest discount that a trip reaches applies to all of its days. Up to{" "}
          {MAX_DISCOUNT_PERCENT}%.
        </p>
        <div className="grid gap-5 sm:grid-cols-3">
          {DISCOUNTS.map(({ days, field }) => (
            <TextField
              key={field}
              form={form}
              name={field}
              label={`From ${days} days, %`}
              inputMode="numeric"
              maxLength={4}
              placeholder="0"
              autoComplete="off"
              className="tabular-nums"
            />
          ))}
        </div>
        <CheaperLength values={form.values} />
      </fieldset>
    </>
  );
}

/** Names a discount that makes a trip cheaper than one a day shorter. */
function CheaperLength({ values }: { values: SectionProps["form"]["values"] }) {
  const pricePerDayCents = readCents(values.price_per_day);
  if (pricePerDayCents === undefined || pricePerDayCents < 1) return null;
  const discounts = readDiscounts(values);
  if (Object.values(discounts).some((percent) => !(percent <= MAX_DISCOUNT_PERCENT))) return null;
  const terms = {
    ...flatTerms(pricePerDayCents),
    discounts: {
      3: discounts.discount_3_days,
      7: discounts.discount_7_days,
      28: discounts.discount_28_days,
    },
  };
  const total = (days: number) => calculateCharge(terms, { start: "2026-01-01", days }).totalCents; // any date costs the same
  const cheaper = DISCOUNTS.find(({ days }) => total(days) < total(days - 1));
  if (!cheaper) return null;
  const { days } = cheaper;
  return (
    <p className="text-sm text-muted-foreground" role="status">
      With this discount, {days} days ({formatUsd(total(days))}) cost less than {days - 1} days (
      {formatUsd(total(days - 1))}). We&rsquo;ll point that out to renters.
    </p>
  );
}

/** The weekdays that cost the weekend price. */
function WeekendDays({ form }: SectionProps) {
  const { weekend_days } = form.values;
  const toggle = (weekday: string, on: boolean) =>
    form.set(
      "weekend_days",
      WEEKDAYS.filter((each) => (each === weekday ? on : weekend_days.includes(each))),
    );
  return (
    <FormField form={form} name="weekend_days" label={LABELS.weekend_days} group>
      <div className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {WEEKDAYS.map((weekday) => (
          <Checkbox
            key={weekday}
            name="weekend_days"
            value={weekday}
            checked={weekend_days.includes(weekday)}
            onChange={({ target }) => toggle(weekday, target.checked)}
          >
            {capitalised(weekday)}
          </Checkbox>
        ))}
      </div>
    </FormField>
  );
}

/** The host's share of the daily price. */
function hostShare(typed: string): string {
  const percent = HOST_SHARE_BASIS_POINTS / 100;
  const cents = readCents(typed);
  const stored =
    cents !== undefined && cents > 0 && formatUsd(percentOfCents(cents, HOST_SHARE_BASIS_POINTS));
  return `You keep ${percent}%${stored ? `: ${stored} a day` : " of it"}`;
}
