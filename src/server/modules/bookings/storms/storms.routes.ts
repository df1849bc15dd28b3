// Storms over HTTP, and their jobs.
import * as adminContract from "../../../../contract/admin/admin-storms.ts";
import * as inspections from "../../../../contract/host/storm-inspections.ts";
import { listShownStorms } from "../../../../contract/bookings/storms.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { Router } from "../../../platform/http/http.ts";
import type { JobHandler } from "../../../platform/jobs/jobs.ts";
import { inspectCar, listInspections, listStormCars } from "./inspections.service.ts";
import {
  notifyOfStorm,
  STORM_NOTIFICATIONS_JOB,
  type StormNotification,
} from "./storm-notifications.service.ts";
import { changeRefunds, makeRefunds, STORM_REFUNDS_JOB } from "./storm-refunds.service.ts";
import * as storms from "./storms.service.ts";

export function stormsRoutes(router: Router, ctx: Ctx): void {
  router.on(listShownStorms, () => storms.listShownStorms(ctx));
  router.on(inspections.listInspections, ({ user }) => listInspections(ctx, user));
  router.on(inspections.submitInspection, async ({ user, params, body }) => {
    await inspectCar(ctx, user, params, body);
    return listInspections(ctx, user);
  });
  router.on(adminContract.previewStorm, ({ query }) =>
    storms.previewStorm(ctx, {
      islands: query.island ?? [],
      firstDay: query.first_day,
      lastDay: query.last_day,
    }),
  );
  router.on(adminContract.listStormCars, ({ params }) => listStormCars(ctx, params.id));
  router.on(adminContract.listStorms, () => storms.listStorms(ctx));
  router.on(adminContract.declareStorm, ({ user, body }) => storms.declare(ctx, user, body));
  router.on(adminContract.moveStorm, ({ user, params, body }) =>
    storms.moveLastDay(ctx, user, params.id, body.last_day),
  );
  router.on(adminContract.changeStormRefunds, async ({ user, params, body }) => {
    await changeRefunds(ctx, user, params.id, body.action);
    return storms.readStorm(ctx, params.id);
  });
  router.on(adminContract.endStorm, ({ user, params, body }) =>
    storms.endStorm(ctx, user, params.id, body.summary),
  );
}

export const stormsJobs = (ctx: Ctx): JobHandler[] => [
  // Sent when an admin starts the batch; every minute in case a process stopped half-way.
  { name: STORM_REFUNDS_JOB, cron: "* * * * *", run: () => makeRefunds(ctx) },
  {
    name: STORM_NOTIFICATIONS_JOB,
    run: (notification) => notifyOfStorm(ctx, notification as StormNotification),
  },
];
