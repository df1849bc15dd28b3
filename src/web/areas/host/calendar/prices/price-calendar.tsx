// The price calendar of one car: a month with the price of each day. Days are chosen in it and then
// priced, for this car or for several.
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { todayInNassau, type CalendarDate } from "../../../../../domain/calendar/dates.ts";
import { lastPricedDay } from "../../../../../domain/listing/date-settings.ts";
import type { PricedCar } from "../../../../../contract/host/price-calendar.ts";
import { sentenceFor } from "../../../../api/problem-sentences.ts";
import { paths } from "../../../../paths.ts";
import { cx } from "../../../../ui/cx.ts";
import { FailedState } from "../../../../ui/failed-state.tsx";
import { Select } from "../../../../ui/form/controls.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { toMonth, type Month } from "../../../../ui/form/month.ts";
import { Icon } from "../../../../ui/icon.tsx";
import { Panel } from "../../../../ui/panel.tsx";
import { CarNotFound } from "../car-not-found.tsx";
import { readMonth } from "../month.ts";
import { MonthNav } from "../month-nav.tsx";
import { MonthSkeleton } from "../skeletons.tsx";
import { daysOfMonth, useCalendar } from "../use-host-calendar.ts";
import { PriceForm } from "./price-form.tsx";
import { PriceGrid } from "./price-grid.tsx";
import { toMinDays, toTerms, usePrices } from "./use-price-calendar.ts";
import { usePricePick } from "./use-price-pick.ts";

export function PriceCalendar({ carId }: { carId: string }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [today] = useState(() => todayInNassau(new Date()));
  const month = readMonth(params.get("month"), today);
  const monthPath = (shown: Month, car = carId) =>
    paths.hostCarPrices(car, shown === toMonth(today) ? {} : { month: shown });
  const prices = usePrices(month);
  const cars = prices.data?.cars ?? [];
  const car = cars.find((each) => each.car_id === carId);
  if (prices.data && !car) return <CarNotFound />;
  return (
    <>
      <div className="grid gap-2">
        <Link
          to={paths.hostCarCalendar(carId)}
          className="inline-flex min-h-6 items-center gap-1 justify-self-start text-sm text-link hover:underline"
        >
          <Icon name="arrow-left" size={16} />
          Calendar
        </Link>
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div>
            <h1 className="text-2xl">Prices</h1>
            <p className="text-muted-foreground">What each day costs, and what a renter pays.</p>
          </div>
          {cars.length > 1 && (
            <Field label="Car" className="w-72 max-w-full">
              <Select
                value={carId}
                onChange={({ target }) => void navigate(monthPath(month, target.value))}
              >
                {cars.map((each) => (
                  <option key={each.car_id} value={each.car_id}>
                    {each.title}
                  </option>
                ))}
              </Select>
            </Field>
          )}
        </div>
      </div>
      {prices.error && !prices.data ? (
        <Panel>
          <FailedState
            title="The prices didn't load."
            text={sentenceFor(prices.error, "Please try again in a moment.")}
            busy={prices.isFetching}
            onRetry={() => void prices.refetch()}
          />
        </Panel>
      ) : (
        <CarPrices
          key={carId}
          carId={carId}
          car={car}
          cars={cars}
          month={month}
          today={today}
          isStale={prices.isPlaceholderData}
          monthPath={monthPath}
          onTurn={(shown) =>
            void navigate(monthPath(shown), { preventScrollReset: true, replace: true })
          }
        />
      )}
    </>
  );
}

interface CarPricesProps {
  carId: string;
  /** Undefined until it has loaded. */
  car: PricedCar | undefined;
  cars: readonly PricedCar[];
  month: Month;
  today: CalendarDate;
  isStale: boolean;
  monthPath: (month: Month) => string;
  onTurn: (month: Month) => void;
}

/** The month, and beside it what is set for the chosen days. */
function CarPrices(props: CarPricesProps) {
  const { carId, car, cars, month, today, isStale, monthPath, onTurn } = props;
  const pick = usePricePick((day) => day >= today && day < lastPricedDay(today));
  const calendar = useCalendar(daysOfMonth(month), carId);
  const ranges = calendar.data?.cars.find((each) => each.car_id === carId)?.ranges ?? [];
  const terms = car && toTerms(car);
  const minDays = car ? toMinDays(car) : {};
  return (
    <div className="grid items-start gap-6 *:min-w-0 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <Panel as="section" aria-label="Month" className="grid gap-4 max-md:p-3!">
        <MonthNav month={month} today={today} monthPath={monthPath} />
        {terms ? (
          <div aria-busy={isStale} className={cx(isStale && "opacity-60")}>
            <PriceGrid
              month={month}
              today={today}
              terms={terms}
              minDays={minDays}
              ranges={ranges}
              pick={pick}
              onTurn={onTurn}
            />
          </div>
        ) : (
          <MonthSkeleton />
        )}
        <p role="status" className="text-sm text-muted-foreground">
          {pick.isOpen
            ? "Now choose the last day, or price this one."
            : "Choose a first and a last day, or drag."}
        </p>
      </Panel>
      <Panel as="section" aria-label="Chosen days">
        {car && terms && pick.chosen ? (
          <PriceForm
            car={car}
            cars={cars}
            days={pick.chosen}
            terms={terms}
            minDays={minDays}
            today={today}
            onDone={pick.clear}
          />
        ) : (
          <p className="text-muted-foreground">
            Choose days in the month to set their price or their minimum rental.{" "}
            {car && (
              <Link to={paths.hostEditListing(car.car_id)} className="link">
                Weekend price and discounts
              </Link>
            )}
          </p>
        )}
      </Panel>
    </div>
  );
}
