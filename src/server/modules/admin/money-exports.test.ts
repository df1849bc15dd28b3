// The ledger and the payouts as CSV: complete, in dollars, by day in Nassau, and audited.
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseCsv } from "../../../../test/csv.ts";
import { MONDAY, startPayouts, type Payouts } from "../../../../test/payouts.ts";
import { dollarsToCents } from "../../../domain/money/money.ts";

let t: Payouts;
beforeAll(async () => {
  t = await startPayouts();
  await t.saveBankDetails(t.host);
  await t.rent();
  await t.payOutOn(MONDAY);
});
afterAll(() => t.close());

const readText = async (file: string): Promise<string> => {
  const { status, body } = await t.app.call("GET", `/api/admin/${file}`, { as: t.admin.token });
  expect(status).toBe(200);
  return body as string;
};
const read = async (file: string) => parseCsv(await readText(file));
const sum = (lines: Record<string, string>[], column: string): number =>
  lines.reduce((total, line) => total + dollarsToCents(line[column] || "0"), 0);

test("the ledger lists every entry as debit or credit, with its booking", async () => {
  const lines = await read("ledger.csv");
  const { entries } = await t.app.ctx.db
    .selectFrom("ledger_entries")
    .select((row) => row.fn.countAll<number>().as("entries"))
    .executeTakeFirstOrThrow();
  expect(lines).toHaveLength(entries);
  expect(sum(lines, "debit")).toBe(sum(lines, "credit"));
  expect(lines).toContainEqual(
    expect.objectContaining({
      date: "2026-11-21",
      kind: "captured",
      booking_number: expect.stringMatching(/^BK-\d{4}-\d{4}$/),
      account: "card_clearing",
      debit: "200.99",
      credit: "",
    }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({ date: "2026-12-14", kind: "payout", booking_number: "" }),
  );
});

test("only the days that were asked for", async () => {
  const monday = await read("ledger.csv?from=2026-12-14&to=2026-12-14");
  expect(new Set(monday.map(({ date }) => date))).toEqual(new Set(["2026-12-14"]));
  expect(await read("ledger.csv?from=2026-11-22&to=2026-11-30")).toEqual([]);
  expect(await read("payouts.csv?to=2026-12-13")).toEqual([]);
  const refused = await t.app.call("GET", "/api/admin/ledger.csv?from=never", {
    as: t.admin.token,
  });
  expect(refused.status).toBe(400);
});

test("the payouts, without account numbers, and the export in the audit log", async () => {
  const text = await readText("payouts.csv?from=2026-12-14");
  expect(text).not.toContain("0100023456");
  expect(parseCsv(text)).toMatchObject([
    { period_end: "2026-12-13", amount: "153.00", state: "pending", host_email: t.host.email },
  ]);
  const { events } = await t.get(`/api/admin/audit?about=${t.admin.id}`);
  expect(events[0]).toMatchObject({ action: "export.payouts", after: { from: "2026-12-14" } });
});
