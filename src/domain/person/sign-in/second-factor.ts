// The second factors of a sign-in: passkeys, codes of an authenticator app (TOTP) and recovery
// codes (docs/decisions/0033).

/** Passkeys per account. */
export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME = 60;

/** Recovery codes that a person gets at a time. */
export const RECOVERY_CODES = 10;
/** Crockford's base32: no I, L, O or U, which people misread. */
export const RECOVERY_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Ten characters have 50 random bits. */
export const RECOVERY_LENGTH = 10;

/** What the second factor of a session was. */
export type UsedFactor = "passkey" | "totp" | "recovery_code";

/** Whether what was typed is a code of the app, not a recovery code. */
export const isAppCode = (typed: string): boolean => /^\d{6}$/.test(typed.replaceAll(" ", ""));

/** A code as it is compared, without the spaces, hyphens and lower case of how people type. */
export const normalizeCode = (typed: string): string =>
  typed.replaceAll(/[\s-]/g, "").toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");

/** A recovery code as people read it: XXXXX-XXXXX. */
export const formatRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** How a session was opened. */
export type SignInMethod = "password" | "otp" | "recovery" | "passkey";

/** Whether an emailed link opened the session, so that its person reads the account's emails. */
export const isFromMail = (method: SignInMethod): boolean =>
  method === "otp" || method === "recovery";

/**
 * What opens the admin area to an admin: opening an emailed link, then setting up a factor; or
 * signing in with one.
 */
export const ADMIN_STEPS = ["confirm_email", "set_up", "sign_in"] as const;
export type AdminStep = (typeof ADMIN_STEPS)[number];

/**
 * What an admin still has to do before the admin area opens; undefined for nothing. A factor is
 * required on a live instance (ASVS 6.3.3). Elsewhere it is optional, but needed once it is set up.
 */
export function adminStep(facts: {
  isRequired: boolean;
  hasFactor: boolean;
  /** The session was opened with a second factor, or has set one up. */
  usedFactor: boolean;
  /** How the session was opened. A password alone, perhaps stolen, sets up no first factor. */
  method: SignInMethod;
}): AdminStep | undefined {
  if (facts.hasFactor) return facts.usedFactor ? undefined : "sign_in";
  if (!facts.isRequired) return undefined;
  return isFromMail(facts.method) ? "set_up" : "confirm_email";
}
