// Amounts are taken as people write them; what is no amount, or too much, is said in a sentence.
import { expect, test } from "vitest";
import { readRefundAmount } from "./refund-amount.ts";

const MOST = 123_456;

test.each([
  ["20", 2_000],
  [" $20.5 ", 2_050],
  ["20,50", 2_050],
  ["1,234.56", 123_456],
  [".05", 5],
  ["20.", 2_000],
])("%j is taken", (typed, cents) => {
  expect(readRefundAmount(typed, MOST)).toEqual({ cents });
});

test.each([
  ["", /^Enter an amount\.$/],
  ["-20", /more than zero/],
  ["−20", /more than zero/],
  ["0.00", /more than zero/],
  ["20.005", /two decimals/],
  ["20,5000", /in dollars/],
  ["1e3", /in dollars/],
  ["twenty", /in dollars/],
  [".", /in dollars/],
  ["1234.57", /At most \$1,234\.56/],
  ["99999999999999999999", /At most \$1,234\.56/],
])("%j is refused", (typed, fault) => {
  expect(readRefundAmount(typed, MOST)).toEqual({ fault: expect.stringMatching(fault) });
});
