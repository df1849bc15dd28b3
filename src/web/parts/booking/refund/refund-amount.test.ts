// Accepts amounts as people type them, and explains what is wrong with any other input.
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
])("accepts %j", (typed, cents) => {
  expect(readRefundAmount(typed, MOST)).toEqual({ cents });
});

test.each([
  ["", /^Enter an amount\.$/],
  ["-20", /above zero/],
  ["−20", /above zero/],
  ["0.00", /above zero/],
  ["20.005", /two decimals/],
  ["20,5000", /in dollars/],
  ["1e3", /in dollars/],
  ["twenty", /in dollars/],
  [".", /in dollars/],
  ["1234.57", /\$1,234\.56 at most/],
  ["99999999999999999999", /\$1,234\.56 at most/],
])("refuses %j", (typed, error) => {
  expect(readRefundAmount(typed, MOST)).toEqual({ error: expect.stringMatching(error) });
});
