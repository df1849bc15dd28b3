// Phone numbers are stored in E.164 (product.md, Accounts): a plus, the country code and the
// number, without separators.

/** In characters: a number as typed, with the separators that people write. */
export const MAX_PHONE_INPUT = 40;

/**
 * A typed number without the spaces, brackets, dots and dashes that people write between digits.
 */
export const compactPhone = (typed: string): string => typed.replace(/[\s().-]/g, "");

/** Without the area code: the shortest number that people write, such as 555-0121. */
const LOCAL_DIGITS = 7;

/**
 * The digits with which the E.164 form of a phone ends, however it was typed: "+1 242 555 0121",
 * "(242) 555-0121" or "555-0121"; undefined if the text is no phone number.
 */
export function readPhoneEnding(text: string): string | undefined {
  const digits = /^(?:\+|00)?(\d+)$/.exec(compactPhone(text))?.[1];
  return digits !== undefined && digits.length >= LOCAL_DIGITS ? digits : undefined;
}

export const isPhone = (compact: string): boolean => /^\+[1-9]\d{6,14}$/.test(compact);
