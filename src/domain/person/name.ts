// How long the names and the email address of a person may be, in characters.

/** A first name, a last name, or the name of an account holder. */
export const MAX_NAME_LENGTH = 80;
/** A first and a last name with a space between. */
export const MAX_FULL_NAME_LENGTH = 2 * MAX_NAME_LENGTH + 1;
export const MAX_EMAIL_LENGTH = 254;
