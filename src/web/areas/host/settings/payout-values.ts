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

export interface PayoutValues {
  account_holder: string;
  /** Empty until a bank is chosen. */
  bank: Bank | "";
  transit: string;
  account_number: string;
  account_kind: AccountKind;
}
export type PayoutField = keyof PayoutValues;
export type PayoutFaults = Partial<Record<PayoutField, string>>;

export const PAYOUT_LABELS: Record<PayoutField, string> = {
  account_holder: "Account holder",
  bank: "Bank",
  transit: "Transit number",
  account_number: "Account number",
  account_kind: "Account type",
};
export const PAYOUT_FIELDS = Object.keys(PAYOUT_LABELS) as PayoutField[];

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
}: PayoutValues): PayoutFaults {
  const faults: PayoutFaults = {};
  if (!account_holder.trim()) faults.account_holder = "Enter the account holder's name";
  if (!BANK_IDS.some((id) => id === bank)) faults.bank = "Choose the bank";
  if (!isTransit(compactNumber(transit)))
    faults.transit = "Enter the branch's 5 digits, or 8 or 9 starting with the bank's";
  if (!isAccountNumber(compactNumber(account_number)))
    faults.account_number = "Enter the account number, 5 to 12 digits";
  return faults;
}
