// VAT numbers: the nine digits of a Bahamian taxpayer identification number (TIN).

/** Digits, spaces and dashes. */
export const MAX_VAT_NUMBER_INPUT = 20;

/** The longest name that a business is registered under. */
export const MAX_LEGAL_NAME_LENGTH = 120;

/** Without the spaces and dashes that people type: "100 234 567" is "100234567". */
export const compactVatNumber = (text: string): string => text.replaceAll(/[\s-]/g, "");

export const isVatNumber = (number: string): boolean => /^\d{9}$/.test(number);
