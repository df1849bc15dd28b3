// Endpoints of the price calendar: what hosts have set for single dates of their cars.
import { z } from "zod";
import { MAX_RENTAL_DAYS } from "../../domain/booking/rental-period.ts";
import { MAX_SHOWN_DAYS } from "../../domain/calendar/host-calendar.ts";
import { MAX_REASON_LENGTH } from "../../domain/text/limits.ts";
import { MAX_CARS_PRICED_AT_ONCE } from "../../domain/listing/date-settings.ts";
import { calendarDate, dollars, id, listDay, sentDate, sentId, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { hostPrices } from "../listings/prices.ts";

const minDays = z
  .int()
  .min(1)
  .max(MAX_RENTAL_DAYS)
  .describe("The shortest rental that includes the date, in days.");

const pricedCar = z
  .object({
    car_id: sentId,
    title: z.string(),
    ...hostPrices,
    max_days: z.int().describe("The car's longest rental, which no date may exceed."),
    dates: z
      .array(
        z.object({
          start_date: sentDate,
          end_date: sentDate,
          price: dollars.nullable(),
          min_days: minDays.nullable(),
        }),
      )
      .describe("Half-open ranges of dates for which something is set, in order."),
  })
  .meta({ id: "PricedCar" });
export type PricedCar = z.infer<typeof pricedCar>;

export const getPriceCalendar = endpoint({
  method: "GET",
  path: "/api/host/prices",
  access: "signed_in",
  policy: "host_area.enter",
  summary: `The prices of all of the host's cars, or of one car, for at most ${MAX_SHOWN_DAYS} days.`,
  query: z.strictObject({ from: listDay, to: listDay, car_id: id.optional() }),
  output: z.object({ today: calendarDate, cars: z.array(pricedCar) }),
  errors: ["forbidden", "not_found", "dates_reversed", "calendar_window_too_long"],
});

export const setPriceCalendar = endpoint({
  method: "PUT",
  path: "/api/host/prices",
  access: "signed_in",
  policy: "listing.manage_calendar",
  summary: "Sets the price or the shortest rental of dates, for one or more cars, all or none.",
  // The domain reports a price or a rental out of range with a code of its own.
  body: z.strictObject({
    car_ids: z.array(id).min(1).max(MAX_CARS_PRICED_AT_ONCE),
    start_date: calendarDate,
    end_date: calendarDate.describe("The first day that is not changed."),
    price: dollars
      .nullable()
      .optional()
      .describe("Null removes the custom price. Without it, prices stay."),
    min_days: minDays
      .nullable()
      .optional()
      .describe("Null removes the rule. Without it, rules stay."),
    reason: text(MAX_REASON_LENGTH)
      .optional()
      .describe("Required of an admin who changes a host's car. The host reads it."),
  }),
  output: z.object({ saved: z.literal(true) }),
  errors: [
    "forbidden",
    "account_suspended",
    "not_found",
    "dates_reversed",
    "dates_past",
    "price_dates_too_far",
    "price_dates_too_many",
    "custom_price_out_of_range",
    "date_min_days_too_high",
  ],
});
