// Checks whether the input on the sandbox's checkout page can be a card; a real provider does this
// on its own page.
import type { CalendarDate } from "../calendar/dates.ts";

/** In characters: the name on a card. */
export const MAX_CARD_NAME_LENGTH = 120;

export type CardField = "number" | "expiry" | "cvc" | "name";
export type CardErrors = Partial<Record<CardField, string>>;

/** The check digit of ISO/IEC 7812. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    // The digits of the doubled digit count, so 7 counts as 1 + 4.
    sum += place % 2 === 0 ? digit : (digit * 2) % 9 || digit;
  }
  return sum % 10 === 0;
}

/**
 * The error message of each field; empty if the card is valid. `number` has no spaces, `expiry` is
 * "MM/YY" or "MM / YY".
 */
export function checkCard(
  card: { number: string; expiry: string; cvc: string; name: string },
  today: CalendarDate,
): CardErrors {
  const errors: CardErrors = {};
  if (card.number.trim() === "") errors.number = "Enter the card number.";
  else if (!/^\d{12,19}$/.test(card.number) || !passesLuhn(card.number))
    errors.number = "Your card number is not valid.";
  const expiry = /^(0[1-9]|1[0-2])\s*\/?\s*(\d{2})$/.exec(card.expiry.trim());
  if (card.expiry.trim() === "") errors.expiry = "Enter the expiry date.";
  else if (!expiry) errors.expiry = "Write the expiry date as MM / YY.";
  else if (`20${expiry[2]}-${expiry[1]}` < today.slice(0, 7))
    errors.expiry = "Your card has expired.";
  if (card.cvc.trim() === "") errors.cvc = "Enter the CVC.";
  else if (!/^\d{3,4}$/.test(card.cvc)) errors.cvc = "The CVC has three or four digits.";
  if (card.name.trim() === "") errors.name = "Enter the name on the card.";
  return errors;
}
