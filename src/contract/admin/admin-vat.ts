// Admin endpoints for VAT: the platform's own number, the hosts' numbers, and the export of tax
// documents by month.
import { z } from "zod";
import { MAX_REASON_LENGTH } from "../../domain/text/limits.ts";
import { vatNumberInput } from "../host/vat-number.ts";
import { cents, csv, id, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const adminVatSchema = z
  .object({
    platform: z
      .object({ vat_number: z.string(), legal_name: z.string(), since: instant })
      .nullable()
      .describe("The platform's number; null while it has none."),
    numbers: z
      .array(
        z.object({
          id,
          host: z.object({ id, name: z.string(), email: z.string() }),
          vat_number: z.string(),
          legal_name: z.string(),
          state: z.enum(["pending", "checked"]),
          submitted_at: instant,
          checked_at: instant.nullable(),
        }),
      )
      .describe(
        "The hosts' numbers: those to check, oldest first, then those in use, newest first. At most 200 of each.",
      ),
  })
  .meta({ id: "AdminVat" });
export type AdminVat = z.infer<typeof adminVatSchema>;

export const getAdminVat = endpoint({
  method: "GET",
  path: "/api/admin/vat",
  access: "admin",
  policy: "admin.read_money",
  summary: "The VAT numbers of the platform and of hosts.",
  output: adminVatSchema,
  errors: [],
});

export const vatMonthSchema = z
  .object({
    month: z.string().describe("yyyy-MM, in Nassau time."),
    documents: z.int(),
    platform_vat_cents: cents.describe("Invoices less credit notes, which the platform owes."),
    host_vat_cents: cents.describe("Invoices less credit notes, which the hosts owe."),
  })
  .meta({ id: "VatMonth" });
export type VatMonth = z.infer<typeof vatMonthSchema>;

/** How many months are listed. */
export const VAT_MONTHS = 24;

export const listVatMonths = endpoint({
  method: "GET",
  path: "/api/admin/vat/months",
  access: "admin",
  policy: "admin.read_money",
  summary: "The VAT of the last 24 months with tax documents, newest first.",
  output: z.object({ months: z.array(vatMonthSchema) }),
  errors: [],
});

export const putPlatformVat = endpoint({
  method: "PUT",
  path: "/api/admin/vat",
  access: "admin",
  policy: "admin.change_settings",
  recentSignIn: true,
  summary:
    "Sets or removes the platform's VAT number. It applies to cards charged from now on. The change is audited.",
  body: z.strictObject({ platform: vatNumberInput.nullable() }),
  output: adminVatSchema,
  errors: ["vat_number_taken"],
});

const decision = {
  method: "POST",
  access: "admin",
  policy: "admin.move_money",
  params: z.strictObject({ id: id.describe("The id of the number, as the admin read it.") }),
  recentSignIn: true,
  output: adminVatSchema,
  errors: ["not_found", "forbidden", "vat_number_decided", "vat_number_taken"],
} as const;

export const checkVatNumber = endpoint({
  ...decision,
  path: "/api/admin/vat/numbers/{id}/check",
  summary:
    "Confirms a host's number. Cards charged from now on have invoices with it. The host is notified. Admins can't confirm their own.",
});

export const rejectVatNumber = endpoint({
  ...decision,
  path: "/api/admin/vat/numbers/{id}/reject",
  summary: "Rejects a host's number, or ends one in use. The host reads the reason.",
  body: z.strictObject({ reason: text(MAX_REASON_LENGTH).min(1, "is required") }),
});

export const exportVat = endpoint({
  method: "GET",
  path: "/api/admin/vat.csv",
  access: "admin",
  policy: "admin.read_money",
  summary:
    "The lines of the tax documents of a month in Nassau as CSV, in dollars. The export is audited.",
  query: z.strictObject({
    month: z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, "must be a month like 2026-12"),
  }),
  ...csv,
  errors: [],
});
