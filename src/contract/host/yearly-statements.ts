// Endpoints for a host's yearly statements: what each month earned, and what was paid out. People
// may read their own even without the host role.
import { z } from "zod";
import { cents } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const year = z
  .string()
  .regex(/^20\d\d$/, "must be a year such as 2026")
  .transform(Number);

const amounts = {
  trips: z.int().describe("The trips whose rental was earned."),
  rentals_cents: cents.describe("What the renters paid for their days, less the discounts."),
  meeting_places_cents: cents.describe("The fees of their meeting places."),
  extras_cents: cents.describe("What the renters paid for their extras."),
  fee_cents: cents.describe("The platform's share of these three: zero or negative."),
  refunds_cents: cents.describe("The host's part of refunds: zero or negative."),
  deposits_cents: cents.describe("What decided cases took from renters' deposits."),
  adjustments_cents: cents.describe("Whatever else was added or deducted."),
  net_cents: cents.describe("What was earned: the sum of the seven amounts before."),
  paid_cents: cents.describe("Payouts, less those that the bank returned."),
};

export const listYearlyStatements = endpoint({
  method: "GET",
  path: "/api/host/yearly-statements",
  access: "signed_in",
  summary: "The years for which the host has a statement, newest first.",
  output: z.object({ years: z.array(z.int()) }),
  errors: [],
});

export const getYearlyStatement = endpoint({
  method: "GET",
  path: "/api/host/yearly-statements/{year}",
  access: "signed_in",
  summary: "The host's year by month in Nassau, up to now if it is not over.",
  params: z.strictObject({ year }),
  output: z.object({
    year: z.int(),
    is_over: z.boolean(),
    host_name: z.string(),
    opening_balance_cents: cents.describe("What the host was owed when the year began."),
    months: z
      .array(z.object({ month: z.string().describe("yyyy-MM, in Nassau time."), ...amounts }))
      .describe("The months in which something was booked."),
    totals: z.object(amounts),
    vat: z
      .object({
        rentals_cents: cents.describe(
          "In rentals, meeting places, extras and charges after trips.",
        ),
        fee_cents: cents.describe("In the platform's fees on all of these."),
      })
      .nullable()
      .describe(
        "The VAT of the host's tax documents of the year: invoices, by when we learned that a card was charged, less credit notes. Null without documents.",
      ),
    closing_balance_cents: cents.describe(
      "What the host is owed at the end: the opening balance and what was earned, less what was paid.",
    ),
  }),
  errors: [],
});

export const exportYearlyStatement = endpoint({
  method: "GET",
  path: "/api/host/yearly-statements/{year}/statement.csv",
  access: "signed_in",
  summary: "The same as CSV, in dollars.",
  params: z.strictObject({ year }),
  contentType: "text/csv",
  output: z.string(),
  errors: [],
});
