// Sets the price and the shortest rental of the chosen days, and shows what a renter pays for them.
import { MAX_RENTAL_DAYS } from "../../../../../domain/booking/rental-period.ts";
import type { PricedCar } from "../../../../../contract/host/price-calendar.ts";
import {
  addDays,
  daysBetween,
  type CalendarDate,
  type DateRange,
} from "../../../../../domain/calendar/dates.ts";
import {
  MAX_CUSTOM_PRICE_CENTS,
  MIN_CUSTOM_PRICE_CENTS,
  type PriceTerms,
} from "../../../../../domain/listing/prices.ts";
import { centsToDollars, dollarsToCents } from "../../../../../domain/money/money.ts";
import { formatCounted, formatUsd } from "../../../../../domain/text/format.ts";
import { isCode } from "../../../../api/api.ts";
import { FormField, TextField } from "../../../../forms/fields.tsx";
import type { FieldErrors } from "../../../../forms/form-errors.ts";
import { Form, SubmitButton } from "../../../../forms/form.tsx";
import { useAppForm, type AppForm } from "../../../../forms/use-app-form.ts";
import { Button } from "../../../../ui/button.tsx";
import { Checkbox } from "../../../../ui/form/controls.tsx";
import { toast } from "../../../../ui/overlay/toast.ts";
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
  const plain = typed
    .trim()
    .replace(/^\$\s*/, "")
    .replaceAll(",", "");
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
  { price, minDays, carIds }: PriceValues,
  cars: readonly PricedCar[],
): FieldErrors<PriceValues> {
  const cents = readPrice(price);
  const isPrice =
    cents === null ||
    (cents !== undefined && cents >= MIN_CUSTOM_PRICE_CENTS && cents <= MAX_CUSTOM_PRICE_CENTS);
  const least = readMinDays(minDays);
  const longest = Math.min(
    MAX_RENTAL_DAYS,
    ...cars.filter(({ car_id }) => carIds.includes(car_id)).map(({ max_days }) => max_days),
  );
  const isLength = least === null || (Number.isInteger(least) && least >= 1 && least <= longest);
  return {
    price: isPrice
      ? undefined
      : `Enter a price from ${formatUsd(MIN_CUSTOM_PRICE_CENTS)} to ${formatUsd(MAX_CUSTOM_PRICE_CENTS)}`,
    minDays: isLength ? undefined : `Enter a number of days from 1 to ${longest}`,
    carIds: carIds.length > 0 ? undefined : "Choose a car",
  };
}

/** The terms as they would be with the typed price. */
function withTyped(terms: PriceTerms, { start, end }: DateRange, typed: string): PriceTerms {
  const cents = readPrice(typed);
  const customPrices = { ...terms.customPrices };
  for (let day = start; day < end; day = addDays(day, 1))
    if (typeof cents === "number" && cents > 0) customPrices[day] = cents;
    else delete customPrices[day];
  return { ...terms, customPrices };
}

/** Must be keyed by the chosen days: it begins with what the first of them has. */
export function PriceForm(props: PriceFormProps) {
  const { car, cars, days, terms, minDays, today, onDone } = props;
  const setPrices = useSetPrices();
  const custom = terms.customPrices[days.start];
  const count = formatCounted(daysBetween(days.start, days.end), "day", "days");
  const save = async (carIds: readonly string[], price: number | null, least: number | null) => {
    await setPrices.mutateAsync({ carIds, ...days, price, minDays: least });
    toast({ title: price === null && least === null ? `${count} cleared` : `${count} saved` });
    onDone();
  };
  const form = useAppForm<PriceValues>({
    id: "date-price",
    initial: {
      price: custom === undefined ? "" : centsToDollars(custom).toFixed(2),
      minDays: String(minDays[days.start] ?? ""),
      carIds: [car.car_id],
    },
    check: (values) => check(values, cars),
    isLive: true,
    findField: (error) => (isCode(error, "date_min_days_too_high") ? "minDays" : "price"),
    send: ({ carIds, ...values }) => {
      const cents = readPrice(values.price) ?? null;
      return save(
        carIds,
        cents === null ? null : centsToDollars(cents),
        readMinDays(values.minDays),
      );
    },
  });
  return (
    <Form form={form} summary="These days can't be saved yet" aria-labelledby="chosen-days">
      <div className="grid gap-4">
        <div>
          <h2 id="chosen-days" className="text-xl">
            {wholeDays(days, today)}
          </h2>
          <p className="text-sm text-muted-foreground">Empty fields remove what was set.</p>
        </div>
        <Fields form={form} />
        {cars.length > 1 && <Cars form={form} cars={cars} />}
        <RentalPreview days={days} terms={withTyped(terms, days, form.values.price)} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton form={form} busyLabel="Saving...">
            Save {count}
          </SubmitButton>
          <Button variant="outline" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </div>
    </Form>
  );
}

const Fields = ({ form }: { form: AppForm<PriceValues> }) => (
  <div className="grid grid-cols-2 items-start gap-4">
    <TextField
      form={form}
      name="price"
      label="Price a day"
      unit="$"
      inputMode="decimal"
      autoComplete="off"
      className="tabular-nums"
    />
    <TextField
      form={form}
      name="minDays"
      label="Shortest rental"
      hint="In days."
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
