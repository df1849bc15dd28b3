// How hard a password is to guess, in a word: a hint while it is typed. What is refused, the contract says.

export type PasswordStrength = "weak" | "fair" | "strong";

const COMMON = /^(?:password|passwort|qwerty|letmein|welcome|iloveyou|caydrive|bahamas|nassau|abc|admin)?[\d!.@#]*$/i;

/** Length counts most; letters of both cases, digits and signs help; what everybody takes counts for nothing. */
export function passwordStrength(password: string): PasswordStrength {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const distinct = new Set(password.toLowerCase()).size;
  if (password.length < 8 || distinct < 5 || COMMON.test(password)) return "weak";
  return password.length >= 14 || (password.length >= 10 && kinds >= 3) ? "strong" : "fair";
}
