// The daily removal of dates that have passed. Bookings keep the prices of their own days.
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { JobHandler } from "../../../platform/jobs/jobs.ts";
import { deleteDatesBefore } from "./price-calendar.repository.ts";

export const priceCalendarJobs = (ctx: Ctx): JobHandler[] => [
  {
    name: "past-dates-cleanup",
    cron: "47 4 * * *",
    run: async () => {
      await deleteDatesBefore(ctx.db, todayInNassau(ctx.clock.now()));
    },
  },
];
