// The nightly check of the ledger.
import type { Ctx } from "../../platform/context.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import { reportLedgerDiscrepancies } from "./ledger-check.service.ts";

export const ledgerJobs = (ctx: Ctx): JobHandler[] => [
  { name: "check-ledger", cron: "20 4 * * *", run: () => reportLedgerDiscrepancies(ctx) },
];
