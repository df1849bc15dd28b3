// A host's bank details. Responses never contain the full account number, only its last four
// digits.
import { z } from "zod";
import {
  ACCOUNT_KINDS,
  BANK_IDS,
  compactNumber,
  isAccountNumber,
  isTransit,
} from "../../domain/money/payout-details.ts";
import { instant, nameText } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const common = {
  account_holder: nameText.describe("The name that the account is in."),
  bank: z.enum(BANK_IDS),
  account_kind: z.enum(ACCOUNT_KINDS),
};
const number = (isOne: (number: string) => boolean, message: string) =>
  z.string().max(40).transform(compactNumber).refine(isOne, message);

export const maskedPayoutDetailsSchema = z
  .object({
    ...common,
    transit: z.string(),
    account_last4: z.string().describe("The last four digits of the account's number."),
    updated_at: instant,
  })
  .meta({ id: "MaskedPayoutDetails" });
export type MaskedPayoutDetails = z.infer<typeof maskedPayoutDetailsSchema>;

const own = { path: "/api/host/payout-details", access: "signed_in" } as const;

export const getPayoutDetails = endpoint({
  ...own,
  method: "GET",
  summary: "Where one is paid, masked.",
  output: z.object({
    details: maskedPayoutDetailsSchema.nullable(),
    is_payee: z
      .boolean()
      .describe(
        "Whether one may say where: a host, or who was one and was owed something, or still will be.",
      ),
  }),
  errors: [],
});

export const putPayoutDetails = endpoint({
  ...own,
  method: "PUT",
  summary:
    "Says where one is paid, in place of what was said before. The host gets a mail about it.",
  body: z.strictObject({
    ...common,
    transit: number(
      isTransit,
      "must be the 5 digits of the branch, or 8 or 9 with those of the bank before them",
    ),
    account_number: number(isAccountNumber, "must have 5 to 12 digits"),
  }),
  output: maskedPayoutDetailsSchema,
  errors: ["forbidden"],
});

export const deletePayoutDetails = endpoint({
  ...own,
  method: "DELETE",
  summary: "Removes where one is paid; payouts then wait. The host gets a mail about it.",
  output: z.object({ deleted: z.literal(true) }),
  errors: [],
});
