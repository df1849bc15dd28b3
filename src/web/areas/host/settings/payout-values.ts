// The payout form's values and checks; the server enforces the same rules.
import type { MaskedPayoutDetails } from "../../../../contract/host/payout-details.ts";
import {
  BANK_IDS,
  compactNumber,
  isAccountNumber,
  isTransit,
  type AccountKind,
  type Bank,
} from "../../../../domain/money/payout-details.ts";
import type { FieldErrors } from "../../../forms/form-errors.ts";

export interface PayoutValues {
  account_holder: string;
  /** Empty until a bank is chosen. */
  bank: Bank | "";
  transit: string;
  account_number: string;
  account_kind: AccountKind;
}
export type PayoutField = keyof PayoutValues;

export const PAYOUT_LABELS: Record<PayoutField, string> = {
  account_holder: "Account holder",
  bank: "Bank",
  transit: "Transit number",
  account_number: "Account number",
  account_kind: "Account type",
};

/** The account number is never shown again, so every change has to enter it. */
export const payoutValues = (stored: MaskedPayoutDetails | null): PayoutValues => ({
  account_holder: stored?.account_holder ?? "",
  bank: stored?.bank ?? "",
  transit: stored?.transit ?? "",
  account_number: "",
  account_kind: stored?.account_kind ?? "chequing",
});

export function checkPayout({
  account_holder,
  bank,
  transit,
  account_number,
}: PayoutValues): FieldErrors<PayoutValues> {
  const errors: FieldErrors<PayoutValues> = {};
  if (!account_holder.trim()) errors.account_holder = "Enter the account holder's name";
  if (!BANK_IDS.some((id) => id === bank)) errors.bank = "Choose the bank";
  if (!isTransit(compactNumber(transit)))
    errors.transit = "Enter the branch's 5 digits, or 8 or 9 starting with the bank's";
  if (!isAccountNumber(compactNumber(account_number)))
    errors.account_number = "Enter the account number, 5 to 12 digits";
  return errors;
}
