// Phone numbers are stored in E.164 (product.md, Accounts): a plus, the country code and the
// number, without separators.

/** In characters: a number as typed, with the separators that people write. */
export const MAX_PHONE_INPUT = 40;

/**
 * A typed number without the spaces, brackets, dots and dashes that people write between digits.
 */
export const compactPhone = (typed: string): string => typed.replace(/[\s().-]/g, "");

export const isPhone = (compact: string): boolean => /^\+[1-9]\d{6,14}$/.test(compact);
