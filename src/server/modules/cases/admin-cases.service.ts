// The admins' list of cases, overdue ones first, with the figures of the last 30 days.
import type { AdminCases } from "../../../contract/admin/admin-cases.ts";
import type { CaseList } from "../../../domain/cases/case-states.ts";
import { formatCaseNumber } from "../../../domain/cases/trip-case.ts";
import { addDays, startOfDayInNassau, todayInNassau } from "../../../domain/calendar/dates.ts";
import type { DataCtx } from "../../platform/context.ts";
import {
  countCases,
  countDue,
  findCaseFigures,
  findListedCases,
} from "./admin-cases.repository.ts";

const DAYS = 30;
const DAY_MS = 86_400_000;

/** For monitoring: how many cases wait for a decision, and how many of them are overdue. */
export const measureCases = (ctx: DataCtx): ReturnType<typeof countDue> =>
  countDue(ctx.db, ctx.clock.now().toISOString());

export async function readAdminCases(
  ctx: DataCtx,
  list: CaseList = "to_decide",
): Promise<AdminCases> {
  const now = ctx.clock.now();
  const tomorrow = startOfDayInNassau(addDays(todayInNassau(now), 1));
  const rows = await findListedCases(ctx.db, list);
  return {
    cases: rows.map(({ number, ...row }) => ({ ...row, number: formatCaseNumber(number) })),
    counts: await countCases(ctx.db),
    figures: await findCaseFigures(ctx.db, {
      now: now.toISOString(),
      since: new Date(now.getTime() - DAYS * DAY_MS).toISOString(),
      tomorrow: tomorrow.toISOString(),
    }),
  };
}
