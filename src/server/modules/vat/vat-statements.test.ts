// Tax documents on payout statements: each on its line, and never moved.
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminVat } from "../../../contract/admin/admin-vat.ts";
import { parseCsv } from "../../../../test/csv.ts";
import { makePerson, signInAgain, type Person } from "../../../../test/factories.ts";
import { A_WEEK_LATER, MONDAY, startPayouts, type Payouts } from "../../../../test/payouts.ts";

let t: Payouts;
let owner: Person;
beforeAll(async () => {
  t = await startPayouts();
  owner = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "owner" });
});
afterAll(() => t.close());

const newNumber = (): string => String(randomInt(100_000_000, 1_000_000_000));
const put = async (path: string, body: object, as: Person): Promise<void> => {
  expect((await t.app.call("PUT", path, { as: as.token, body })).status).toBe(200);
};

async function useNumbers(hostNumber: string): Promise<void> {
  await signInAgain(t.app, owner);
  const entered = { vat_number: hostNumber, legal_name: "Rolle Rentals Ltd" };
  await put("/api/host/vat-number", entered, t.host);
  const { numbers } = (await t.get("/api/admin/vat", owner)) as AdminVat;
  const id = numbers.find(({ vat_number }) => vat_number === hostNumber)?.id ?? "none";
  expect((await t.post(`/api/admin/vat/numbers/${id}/check`, {}, owner)).status).toBe(200);
  const platform = { vat_number: newNumber(), legal_name: "Caydrive Ltd" };
  await put("/api/admin/vat", { platform }, owner);
  t.app.clock.advance(1000);
}

test("a statement never changes, and a later refund's notes are on its own line", async () => {
  const hostNumber = newNumber();
  await useNumbers(hostNumber);
  await t.saveBankDetails(t.host);
  const booking = await t.rent();
  await t.payOutOn(MONDAY);
  const [first] = await t.listPayouts();
  const readCsv = async (id: string | undefined) =>
    parseCsv((await t.get(`/api/host/payouts/${id}/statement.csv`, t.host)) as string);
  const before = await readCsv(first?.id);
  expect(before).toMatchObject([
    { kind: "rental", vat_in_rental: "16.36", vat_in_platform_share: "2.45" },
  ]);
  const statement = await t.get(`/api/host/payouts/${first?.id}`, t.host);
  expect(statement).toMatchObject({
    vat_documents: [
      { supply: "rental", issuer_vat_number: hostNumber, recipient_vat_number: null },
      {
        supply: "commission",
        issuer_name: "Caydrive Ltd",
        recipient_name: "Rolle Rentals Ltd",
        recipient_vat_number: hostNumber,
        rate_percent: 10,
        lines: [{ code: "commission", gross_cents: 2_700, vat_cents: 245 }],
      },
    ],
  });

  t.app.clock.advance(60_000);
  await t.giveBack(booking, 20, "host", "Scratched seat.");
  expect(await readCsv(first?.id)).toEqual(before);
  const next = await t.rent(t.host, { start_date: "2026-12-15", end_date: "2026-12-18" });
  await t.giveBack(next, 10, "host", "No cooler.");
  await t.payOutOn(A_WEEK_LATER);
  const [second] = await t.listPayouts();
  expect(await readCsv(second?.id)).toMatchObject([
    { booking_id: booking, kind: "adjustment", vat_in_rental: "-1.82", vat_in_platform_share: "" },
    { kind: "rental", vat_in_rental: "16.36", vat_in_platform_share: "2.45" },
    { booking_id: next, kind: "adjustment", vat_in_rental: "-0.91", vat_in_platform_share: "" },
  ]);
});

test("refuses another owner's confirmed number, and names with several lines", async () => {
  const hostNumber = newNumber();
  await useNumbers(hostNumber);
  const other = await t.newHost();
  const enter = (legal_name: string) =>
    t.app.call("PUT", "/api/host/vat-number", {
      as: other.token,
      body: { vat_number: hostNumber, legal_name },
    });
  expect((await enter("Other Ltd")).body.code).toBe("vat_number_taken");
  expect((await enter("Other\nLtd")).body.code).toBe("invalid_request");
});

test("a charge late on New Year's Eve in Nassau has its invoice in the old year", async () => {
  await useNumbers(newNumber());
  t.app.clock.set("2027-01-01T03:00:00Z");
  await t.rent(t.host, { start_date: "2027-01-10", end_date: "2027-01-13" });
  const { months } = (await t.get("/api/admin/vat/months", owner)) as { months: object[] };
  expect(months[0]).toMatchObject({ month: "2026-12" });
});
