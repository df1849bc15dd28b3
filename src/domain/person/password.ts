// How short a password may be, and a hint at how hard it is to guess while it is typed.

export const PASSWORD_MIN_LENGTH = 6;

export type PasswordStrength = "weak" | "fair" | "strong";

const COMMON =
  /^(?:password|passwort|qwerty|letmein|welcome|iloveyou|caydrive|bahamas|nassau|abc|admin)?[\d!.@#]*$/i;

/** Length counts most; both cases, digits and symbols help; common passwords are weak. */
export function passwordStrength(password: string): PasswordStrength {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) =>
    kind.test(password),
  ).length;
  const distinct = new Set(password.toLowerCase()).size;
  if (password.length < 8 || distinct < 5 || COMMON.test(password)) return "weak";
  return password.length >= 14 || (password.length >= 10 && kinds >= 3) ? "strong" : "fair";
}
