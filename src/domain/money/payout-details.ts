// A host's bank details, as a bank batch within the Bahamas needs them. The clearing house
// identifies a bank by 3 digits, a branch by a transit number of 5, and an account by up to 12
// digits and its kind.

/** The banks of the Bahamian clearing house. Stored by id, so that a bank may change its name. */
export const BANKS = {
  bob: "Bank of The Bahamas",
  cibc: "CIBC Caribbean",
  citibank: "Citibank",
  commonwealth: "Commonwealth Bank",
  fidelity: "Fidelity Bank (Bahamas)",
  rbc: "RBC Royal Bank (Bahamas)",
  scotiabank: "Scotiabank (Bahamas)",
} as const;
export type Bank = keyof typeof BANKS;
export const BANK_IDS = Object.keys(BANKS) as [Bank, ...Bank[]];

export const ACCOUNT_KINDS = ["chequing", "savings"] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export interface PayoutDetails {
  /** The name on the account. */
  account_holder: string;
  bank: Bank;
  transit: string;
  account_number: string;
  account_kind: AccountKind;
}

/** The part of the payout details that may be shown, even to the host. */
export interface MaskedBankDetails extends Omit<PayoutDetails, "account_number"> {
  account_last4: string;
}

/** In characters: a number as typed, with spaces and hyphens. */
export const MAX_NUMBER_INPUT = 40;

/** A number as typed, without the spaces and hyphens between its parts. */
export const compactNumber = (typed: string): string => typed.replace(/[\s-]/g, "");

/** The branch's 5 digits, optionally after the bank's 3, which some write with a leading zero. */
export const isTransit = (number: string): boolean => /^(?:\d{5}|0?\d{8})$/.test(number);

export const isAccountNumber = (number: string): boolean => /^\d{5,12}$/.test(number);

/** All details, with only the last four digits of the account number. */
export function maskPayoutDetails({
  account_number,
  ...details
}: PayoutDetails): MaskedBankDetails {
  return { ...details, account_last4: account_number.slice(-4) };
}

/**
 * How long changed details wait before payouts go there, so that a host whose account was taken
 * over can stop the change. A host's first details apply at once.
 */
export const PAYOUT_DETAILS_WAIT_HOURS = 72;

/** When details apply that replace others at this time, as an ISO instant. */
export const changedDetailsApplyAt = (now: Date): string =>
  new Date(now.getTime() + PAYOUT_DETAILS_WAIT_HOURS * 3_600_000).toISOString();
