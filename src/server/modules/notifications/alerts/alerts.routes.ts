// Alert settings over HTTP, and the jobs that send alerts.
import * as contract from "../../../../contract/people/alerts.ts";
import { daysBefore } from "../../../../domain/calendar/dates.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { Router } from "../../../platform/http/http.ts";
import type { JobHandler } from "../../../platform/jobs/jobs.ts";
import {
  ALERT_PUSH,
  ALERT_TEXT,
  planAlert,
  pushAlert,
  TEXT_RETRIES,
  textAlert,
} from "./alert-delivery.service.ts";
import {
  addDevice,
  changeAlertSettings,
  readAlertSettings,
  removeDevice,
} from "./alert-settings.service.ts";
import { deleteOldAlerts } from "./alerts.repository.ts";
import { ALERT } from "./alerts.service.ts";
import { reencryptPushKeys } from "./push-keys.service.ts";
import { deleteEndedSubscriptions } from "./push.repository.ts";

/** How long an alert is stored. */
const ALERT_DAYS = 7;

export function alertsRoutes(router: Router, ctx: Ctx): void {
  router.on(contract.getAlertSettings, ({ user }) => readAlertSettings(ctx, user));
  router.on(contract.putAlertSettings, ({ user, body }) => changeAlertSettings(ctx, user, body));
  router.on(contract.putPushSubscription, ({ user, body }) => addDevice(ctx, user, body));
  router.on(contract.deletePushSubscription, ({ user }) => removeDevice(ctx, user));
}

export const alertsJobs = (ctx: Ctx): JobHandler[] => [
  { name: ALERT, run: (job: { id: string }) => planAlert(ctx, job) },
  {
    name: ALERT_TEXT,
    retryLimit: TEXT_RETRIES,
    run: (job: { id: string }) => textAlert(ctx, job),
  },
  {
    name: ALERT_PUSH,
    concurrency: 8,
    run: (job: { id: string; session_id: string; attempt?: number }) => pushAlert(ctx, job),
  },
  {
    name: "alerts-cleanup",
    cron: "27 4 * * *",
    run: async () => {
      await deleteOldAlerts(ctx.db, daysBefore(ctx.clock.now(), ALERT_DAYS));
      await deleteEndedSubscriptions(ctx.db);
      await reencryptPushKeys(ctx);
    },
  },
];
