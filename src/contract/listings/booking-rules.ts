// What a host allows for one car: handover hours, notice and length of a rental.
import { z } from "zod";
import {
  DEFAULT_RULES,
  MAX_ADVANCE_NOTICE_HOURS,
  MAX_TURNAROUND_HOURS,
  toWireRules,
  type WireRules,
} from "../../domain/booking/booking-rules.ts";
import { MAX_RENTAL_DAYS } from "../../domain/booking/rental-period.ts";
import { handoverTime } from "../common.ts";

const days = z.int().min(1).max(MAX_RENTAL_DAYS);

export const ruleFields = {
  pickup_from: handoverTime.describe("The first time of the day for pickups and returns."),
  pickup_until: handoverTime.describe("The last one. 00:00 to 24:00 means any time."),
  turnaround_hours: z
    .int()
    .min(0)
    .max(MAX_TURNAROUND_HOURS)
    .describe("How long the car stays taken after a return."),
  advance_notice_hours: z
    .int()
    .min(0)
    .max(MAX_ADVANCE_NOTICE_HOURS)
    .describe("How long before the pickup a booking has to be made."),
  min_days: days.describe("The shortest rental."),
  max_days: days.describe("The longest rental."),
} satisfies Record<keyof WireRules, z.ZodType>;

export const bookingRules = z.object(ruleFields).meta({ id: "BookingRules" });

const defaults = toWireRules(DEFAULT_RULES);

/** As a host enters them. */
export const rulesInput = {
  pickup_from: ruleFields.pickup_from.default(defaults.pickup_from),
  pickup_until: ruleFields.pickup_until.default(defaults.pickup_until),
  turnaround_hours: ruleFields.turnaround_hours.default(defaults.turnaround_hours),
  advance_notice_hours: ruleFields.advance_notice_hours.default(defaults.advance_notice_hours),
  min_days: ruleFields.min_days.default(defaults.min_days),
  max_days: ruleFields.max_days.default(defaults.max_days),
} satisfies Record<keyof WireRules, z.ZodType>;
