// What the ledger's check finds once somebody has tampered with the data.
import { sql } from "kysely";
import { expect } from "vitest";
import {
  checkLedger,
  type LedgerDiscrepancy,
} from "../src/server/modules/ledger/ledger-check.service.ts";
import type { DbCtx } from "../src/server/platform/context.ts";

/** Changes the data without triggers, runs the check, and rolls back. */
export async function checkTampered(ctx: DbCtx, statement: string): Promise<LedgerDiscrepancy[]> {
  const rolledBack = new Error("rolled back");
  let found: LedgerDiscrepancy[] = [];
  expect((await checkLedger(ctx)).bookings).toBeGreaterThan(0);
  await ctx.db
    .transaction()
    .execute(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db);
      await sql.raw(statement).execute(db);
      found = (await checkLedger({ db })).discrepancies;
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  return found;
}
