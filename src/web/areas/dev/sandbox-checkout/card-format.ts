// Formats a card's number and date while they are typed. Only digits count, and the caret keeps its
// place among them.

const MAX_DIGITS = { number: 19, expiry: 4, cvc: 4 };
const extractDigits = (text: string): string => text.replace(/\D/g, "");

/** "4242424242424242" -> "4242 4242 4242 4242" */
export function formatCardNumber(text: string): string {
  return extractDigits(text)
    .slice(0, MAX_DIGITS.number)
    .replace(/(\d{4})(?=\d)/g, "$1 ");
}

/** "1230", "12/30" and "12/2030" -> "12 / 30"; "5" -> "05", since no month begins with it. */
export function formatExpiry(text: string): string {
  let digits = extractDigits(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, MAX_DIGITS.expiry);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export const formatCvc = (text: string): string => extractDigits(text).slice(0, MAX_DIGITS.cvc);

/** Reformats the input's value; for its `onInput`. */
export function formatWhileTyping(input: HTMLInputElement, format: (text: string) => string): void {
  const { value, selectionStart } = input;
  const formatted = format(value);
  if (formatted === value) return;
  // Counts the digits after the caret: those before it may gain a zero.
  const after = extractDigits(value.slice(selectionStart ?? value.length)).length;
  input.value = formatted;
  const caret = caretBefore(formatted, after);
  input.setSelectionRange(caret, caret);
}

/** The position in `text` that has `after` digits after it. */
export function caretBefore(text: string, after: number): number {
  let place = text.length;
  for (let left = after; left > 0 && place > 0; place--)
    if (/\d/.test(text[place - 1] ?? "")) left--;
  return place;
}
