// The daily removal of dates that have passed, from price calendars and favourites. Bookings keep
// the prices of their own days.
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { JobHandler } from "../../../platform/jobs/jobs.ts";
import { forgetDatesBefore } from "../favourites/favourites.repository.ts";
import { deleteDatesBefore } from "./price-calendar.repository.ts";

export const priceCalendarJobs = (ctx: Ctx): JobHandler[] => [
  {
    name: "past-dates-cleanup",
    cron: "47 4 * * *",
    run: async () => {
      const today = todayInNassau(ctx.clock.now());
      await deleteDatesBefore(ctx.db, today);
      await forgetDatesBefore(ctx.db, today);
    },
  },
];
