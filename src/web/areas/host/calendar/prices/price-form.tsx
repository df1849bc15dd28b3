// Sets the price and the shortest rental of the chosen days, and shows what a renter pays for them.
import { MAX_RENTAL_DAYS } from "../../../../../domain/booking/rental-period.ts";
import type { PricedCar } from "../../../../../contract/host/price-calendar.ts";
import {
  addDays,
  daysBetween,
  type CalendarDate,
  type DateRange,
} from "../../../../../domain/calendar/dates.ts";
import { MAX_CARS_PRICED_AT_ONCE } from "../../../../../domain/listing/date-settings.ts";
import {
  MAX_CUSTOM_PRICE_CENTS,
  MIN_CUSTOM_PRICE_CENTS,
  type PriceTerms,
} from "../../../../../domain/listing/prices.ts";
import { centsToDollars, dollarsToCents } from "../../../../../domain/money/money.ts";
import { formatCounted, formatUsd } from "../../../../../domain/text/format.ts";
import { isCode } from "../../../../api/api.ts";
import { sentenceFor } from "../../../../api/problem-sentences.ts";
import { FormField, TextField } from "../../../../forms/fields.tsx";
import type { FieldErrors } from "../../../../forms/form-errors.ts";
import { Form, SubmitButton } from "../../../../forms/form.tsx";
import { useAppForm, type AppForm } from "../../../../forms/use-app-form.ts";
import { Button } from "../../../../ui/button.tsx";
import { Checkbox } from "../../../../ui/form/controls.tsx";
import { toast } from "../../../../ui/overlay/toast.ts";
import { plainPrice } from "../../../../forms/read-cents.ts";
import { wholeDays } from "../range-text.ts";
import { RentalPreview } from "./rental-preview.tsx";
import { useSetPrices } from "./use-price-calendar.ts";

export interface PriceFormProps {
  car: PricedCar;
  /** All cars of the host, which can be priced together. */
  cars: readonly PricedCar[];
  /** The chosen days. */
  days: DateRange;
  terms: PriceTerms;
  minDays: Readonly<Record<CalendarDate, number>>;
  today: CalendarDate;
  onDone: () => void;
}

interface PriceValues {
  price: string;
  minDays: string;
  carIds: readonly string[];
}

/** A price as typed, in cents; undefined for anything else, null for nothing. */
function readPrice(typed: string): number | null | undefined {
  const plain = plainPrice(typed);
  if (plain === "") return null;
  try {
    return dollarsToCents(plain);
  } catch {
    return undefined;
  }
}

const readMinDays = (typed: string): number | null => (typed.trim() === "" ? null : Number(typed));

/** @param cars all cars of the host */
function check(
  { price, minDays: typedDays, carIds }: PriceValues,
  cars: readonly PricedCar[],
): FieldErrors<PriceValues> {
  const cents = readPrice(price);
  const isPrice =
    cents === null ||
    (cents !== undefined && cents >= MIN_CUSTOM_PRICE_CENTS && cents <= MAX_CUSTOM_PRICE_CENTS);
  const minDays = readMinDays(typedDays);
  const longest = Math.min(
    MAX_RENTAL_DAYS,
    ...cars.filter(({ car_id }) => carIds.includes(car_id)).map(({ max_days }) => max_days),
  );
  const isLength =
    minDays === null || (Number.isInteger(minDays) && minDays >= 1 && minDays <= longest);
  const isNothing = cents === null && minDays === null;
  return {
    price: !isPrice
      ? `Enter a price from ${formatUsd(MIN_CUSTOM_PRICE_CENTS)} to ${formatUsd(MAX_CUSTOM_PRICE_CENTS)}`
      : isNothing
        ? "Enter a price or a minimum rental"
        : undefined,
    minDays: isLength ? undefined : `Enter a number of days from 1 to ${longest}`,
    carIds: checkCars(carIds),
  };
}

function checkCars({ length }: readonly string[]): string | undefined {
  if (length === 0) return "Choose a car";
  return length > MAX_CARS_PRICED_AT_ONCE
    ? `Choose up to ${MAX_CARS_PRICED_AT_ONCE} cars`
    : undefined;
}

/** The terms as they would be with the typed price. */
function withTyped(terms: PriceTerms, { start, end }: DateRange, typed: string): PriceTerms {
  const cents = readPrice(typed);
  if (typeof cents !== "number" || cents === 0) return terms;
  const customPrices = { ...terms.customPrices };
  for (let day = start; day < end; day = addDays(day, 1)) customPrices[day] = cents;
  return { ...terms, customPrices };
}

/** "Now $60.00 to $95.00." or "Now 3 days."; undefined if no day has a setting. */
function describeNow(
  { start, end }: DateRange,
  settings: Readonly<Record<CalendarDate, number>>,
  format: (value: number) => string,
): string | undefined {
  const values: number[] = [];
  for (let day = start; day < end; day = addDays(day, 1)) {
    const value = settings[day];
    if (value !== undefined) values.push(value);
  }
  if (values.length === 0) return undefined;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `Now ${least === most ? format(least) : `${format(least)} to ${format(most)}`}.`;
}

export function PriceForm(props: PriceFormProps) {
  const { car, cars, days, terms, minDays, today, onDone } = props;
  const setPrices = useSetPrices();
  const count = formatCounted(daysBetween(days.start, days.end), "day", "days");
  const form = useAppForm<PriceValues>({
    id: "date-price",
    initial: { price: "", minDays: "", carIds: [car.car_id] },
    check: (values) => check(values, cars),
    isLive: true,
    findField: (error) => (isCode(error, "date_min_days_too_high") ? "minDays" : "price"),
    send: async ({ carIds, ...values }) => {
      const cents = readPrice(values.price) ?? null;
      const typedMinDays = readMinDays(values.minDays);
      await setPrices.mutateAsync({
        carIds,
        ...days,
        ...(cents !== null && { price: centsToDollars(cents) }),
        ...(typedMinDays !== null && { minDays: typedMinDays }),
      });
      toast({ title: `${count} saved` });
      onDone();
    },
  });
  const now = {
    price: describeNow(days, terms.customPrices, formatUsd),
    minDays: describeNow(days, minDays, (value) => formatCounted(value, "day", "days")),
  };
  return (
    <Form form={form} summary="These days can't be saved yet" aria-labelledby="chosen-days">
      <div className="grid gap-4">
        <div>
          <h2 id="chosen-days" className="text-xl">
            {wholeDays(days, today)}
          </h2>
          <p className="text-sm text-muted-foreground">An empty field changes nothing.</p>
        </div>
        <Fields form={form} now={now} />
        {cars.length > 1 && <Cars form={form} cars={cars} />}
        <RentalPreview days={days} terms={withTyped(terms, days, form.values.price)} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton form={form} busyLabel="Saving...">
            Save {count}
          </SubmitButton>
          {(now.price ?? now.minDays) && <ResetButton days={days} form={form} onDone={onDone} />}
          <Button variant="outline" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </div>
    </Form>
  );
}

interface ResetButtonProps {
  days: DateRange;
  form: AppForm<PriceValues>;
  onDone: () => void;
}

/** Gives the days the car's standard prices and rules again. */
function ResetButton({ days, form, onDone }: ResetButtonProps) {
  const setPrices = useSetPrices();
  const { carIds } = form.values;
  const count = formatCounted(daysBetween(days.start, days.end), "day", "days");
  const reset = () =>
    setPrices.mutate(
      { carIds, ...days, price: null, minDays: null },
      {
        onSuccess: () => {
          toast({ title: `${count} reset` });
          onDone();
        },
        onError: (error) =>
          toast({
            title: "These days weren't reset",
            description: sentenceFor(error, "Please try again in a moment."),
            variant: "destructive",
          }),
      },
    );
  return (
    <Button
      variant="outline"
      busy={setPrices.isPending}
      disabled={checkCars(carIds) !== undefined}
      onClick={reset}
    >
      Reset to standard
    </Button>
  );
}

interface FieldsProps {
  form: AppForm<PriceValues>;
  /** What is set for the days. */
  now: Record<"price" | "minDays", string | undefined>;
}

const Fields = ({ form, now }: FieldsProps) => (
  <div className="grid grid-cols-2 items-start gap-4">
    <TextField
      form={form}
      name="price"
      label="Price per day"
      hint={now.price}
      unit="$"
      inputMode="decimal"
      autoComplete="off"
      className="tabular-nums"
    />
    <TextField
      form={form}
      name="minDays"
      label="Minimum rental (days)"
      hint={now.minDays}
      inputMode="numeric"
      maxLength={2}
      autoComplete="off"
      className="tabular-nums"
    />
  </div>
);

/** The cars that get the same. */
function Cars({ form, cars }: { form: AppForm<PriceValues>; cars: readonly PricedCar[] }) {
  const { carIds } = form.values;
  const ids = cars.map(({ car_id }) => car_id);
  const isAll = carIds.length === cars.length;
  return (
    <FormField form={form} name="carIds" group label={`Cars (${carIds.length})`}>
      <div className="control max-h-48! overflow-y-auto py-1!">
        <Checkbox
          checked={isAll}
          onChange={() => form.set("carIds", isAll ? [] : ids)}
          className="font-medium"
        >
          All cars
        </Checkbox>
        {cars.map(({ car_id, title }) => (
          <Checkbox
            key={car_id}
            checked={carIds.includes(car_id)}
            onChange={({ target }) =>
              form.set(
                "carIds",
                ids.filter((id) => (id === car_id ? target.checked : carIds.includes(id))),
              )
            }
          >
            {title}
          </Checkbox>
        ))}
      </div>
    </FormField>
  );
}
