// The checks of the payout details form, and its initial values.
import { expect, test } from "vitest";
import { checkPayout, payoutValues, type PayoutValues } from "./payout-values.ts";

const GOOD: PayoutValues = {
  account_holder: "Ann Rolle",
  bank: "rbc",
  transit: "05165",
  account_number: "1000-2345-6789",
  account_kind: "savings",
};

test.each<[Partial<PayoutValues>, string[]]>([
  [{}, []],
  [{ account_holder: " " }, ["account_holder"]],
  [{ bank: "" }, ["bank"]],
  [{ transit: "51" }, ["transit"]],
  [{ account_number: "" }, ["account_number"]],
  [payoutValues(null), ["account_holder", "bank", "transit", "account_number"]],
])("with %j, reports errors in %j", (more, fields) => {
  expect(Object.keys(checkPayout({ ...GOOD, ...more }))).toEqual(fields);
});

test("starts a change with the stored values, except the account number", () => {
  const { account_number: _number, ...rest } = GOOD;
  const stored = {
    ...rest,
    bank: "rbc",
    account_last4: "6789",
    updated_at: "2026-11-21T17:00:00.000Z",
    effective_at: null,
  } as const;
  expect(payoutValues(stored)).toEqual({ ...GOOD, account_number: "" });
});
