// The ledger's check of cases: it agrees with cases as they are, and names what somebody changed.
import { afterAll, beforeAll, expect, test } from "vitest";
import { CEILING_CENTS, CLAIM_CENTS, startCases, type Cases } from "../../../../test/cases.ts";
import { checkTampered } from "../../../../test/ledger.ts";
import { sweepDeposits } from "../deposits/deposit-settlement.service.ts";
import { checkLedger } from "./ledger-check.service.ts";

const DEPOSIT_CENTS = 15_000;
const CARD_CENTS = CLAIM_CENTS - DEPOSIT_CENTS;

let t: Cases;
/** A case that was accepted, and paid from the deposit and by card. */
let paid: Awaited<ReturnType<Cases["openNew"]>>["found"];
beforeAll(async () => {
  t = await startCases();
  ({ found: paid } = await t.openNew({}, { deposit_cents: DEPOSIT_CENTS }));
  await t.step(paid, "acceptance", t.renter);
  await sweepDeposits(t.app.ctx);
});
afterAll(() => t.close());

const tampered = (statement: string) => checkTampered(t.app.ctx, statement);
const of = (what: string, expected: number, found: number) =>
  expect.objectContaining({ about: "case", id: paid.id, what, expected, found });

test("finds nothing in cases that are open, withdrawn, paid, and owed", async () => {
  await t.openNew();
  await t.step((await t.openNew()).found, "withdrawal", t.host);
  const owed = (await t.openNew({ number: "4000000000000341" })).found;
  await t.step(owed, "acceptance", t.renter);
  expect(await t.readCharge(owed)).toMatchObject({ state: "outstanding" });
  expect((await checkLedger(t.app.ctx)).discrepancies).toEqual([]);
});

test("finds a case whose amount is not what was charged", async () => {
  const more = CLAIM_CENTS + 100;
  expect(
    await tampered(
      `update trip_cases set claimed_cents = ${more}, final_cents = ${more} where id = '${paid.id}'`,
    ),
  ).toEqual([of("charged to the card", CARD_CENTS + 100, CARD_CENTS)]);
});

test("finds a case of which the deposit paid something else", async () => {
  expect(
    await tampered(`update deposit_claims set cents = cents - 1 where case_id = '${paid.id}'`),
  ).toContainEqual(of("taken from the deposit", DEPOSIT_CENTS, DEPOSIT_CENTS - 1));
});

test("finds a charge that is not in the ledger, and one that the host did not earn", async () => {
  const charge = `later_charge:${(await t.readCharge(paid))?.id}:charged`;
  expect(
    await tampered(`update ledger_transactions set kind = 'provider_fee' where key = '${charge}'`),
  ).toContainEqual(of("charged to the card", CARD_CENTS, 0));
  expect(
    await tampered(
      `update ledger_entries set amount_cents = amount_cents + 1 where account = 'host_payable'
        and transaction_id = (select id from ledger_transactions where key = '${charge}')`,
    ),
  ).toContainEqual(of("earned by the host", CARD_CENTS, CARD_CENTS - 1));
});

test("finds cases that exceed the booking's ceiling", async () => {
  const more = CEILING_CENTS + 1;
  expect(
    await tampered(
      `update trip_cases set claimed_cents = ${more}, final_cents = ${more} where id = '${paid.id}'`,
    ),
  ).toContainEqual({
    about: "booking",
    id: paid.booking_id,
    what: "cases within the ceiling",
    expected: CEILING_CENTS,
    found: more,
  });
});
