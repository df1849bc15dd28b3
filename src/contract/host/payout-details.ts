// A host's bank details. Responses never contain the full account number, only its last four
// digits.
import { z } from "zod";
import {
  ACCOUNT_KINDS,
  BANK_IDS,
  compactNumber,
  isAccountNumber,
  isTransit,
  MAX_NUMBER_INPUT,
} from "../../domain/money/payout-details.ts";
import { instant, nameText } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const common = {
  account_holder: nameText.describe("The name of the account holder."),
  bank: z.enum(BANK_IDS),
  account_kind: z.enum(ACCOUNT_KINDS),
};
const number = (isOne: (number: string) => boolean, message: string) =>
  z.string().max(MAX_NUMBER_INPUT).transform(compactNumber).refine(isOne, message);

export const maskedPayoutDetailsSchema = z
  .object({
    ...common,
    transit: z.string(),
    account_last4: z.string().describe("The last four digits of the account number."),
    updated_at: instant,
    effective_at: instant.nullable().describe("When payouts go there; null if they do already."),
  })
  .meta({ id: "MaskedPayoutDetails" });
export type MaskedPayoutDetails = z.infer<typeof maskedPayoutDetailsSchema>;

const own = { path: "/api/host/payout-details", access: "signed_in" } as const;

// Each change sends an email.
const CHANGES = { name: "payout-details", attempts: 10, seconds: 3600 };

export const getPayoutDetails = endpoint({
  ...own,
  method: "GET",
  summary: "The signed-in user's payout details, masked.",
  output: z.object({
    details: maskedPayoutDetailsSchema.nullable(),
    pending: maskedPayoutDetailsSchema
      .nullable()
      .describe("What replaces the details at its effective_at."),
    is_payee: z
      .boolean()
      .describe(
        "Whether the signed-in user may enter payout details: hosts, admins, and former hosts who were owed or will be owed something.",
      ),
  }),
  errors: [],
});

export const putPayoutDetails = endpoint({
  ...own,
  method: "PUT",
  recentSignIn: true,
  limit: CHANGES,
  summary:
    "Stores the signed-in user's payout details. The first ones apply at once, changed ones 72 hours later. The host is notified by email and, at a verified phone, by text message.",
  body: z.strictObject({
    ...common,
    transit: number(
      isTransit,
      "must be the 5 digits of the branch, or 8 or 9 digits including those of the bank before them",
    ),
    account_number: number(isAccountNumber, "must have 5 to 12 digits"),
  }),
  output: maskedPayoutDetailsSchema,
  errors: ["forbidden"],
});

export const deletePayoutDetails = endpoint({
  ...own,
  method: "DELETE",
  recentSignIn: true,
  limit: CHANGES,
  summary:
    "Removes the payout details. Payouts wait until new ones are entered. The host is notified by email.",
  output: z.object({ deleted: z.literal(true) }),
  errors: [],
});

export const cancelPayoutDetailsChange = endpoint({
  path: "/api/host/payout-details/change",
  access: "signed_in",
  method: "DELETE",
  summary:
    "Cancels a change of the payout details that does not apply yet. The host is notified by email.",
  output: z.object({ cancelled: z.literal(true) }),
  errors: ["not_found"],
});
