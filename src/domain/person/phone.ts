// Phone numbers are kept in E.164 (product.md, Accounts): a plus, the country code, the number, and nothing between.

/** What was typed, without the spaces, brackets, dots and dashes that people write between digits. */
export const compactPhone = (typed: string): string => typed.replace(/[\s().-]/g, "");

export const isPhone = (compact: string): boolean => /^\+[1-9]\d{6,14}$/.test(compact);

/** As it is read: the numbers of North America, the Bahamas among them, in groups; the others, whose groups differ, as they are kept. */
export const spacedPhone = (e164: string): string => e164.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "+1 $1 $2 $3");
