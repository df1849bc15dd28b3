// Two-step verification: the codes of an authenticator app (TOTP, RFC 6238) and the recovery codes
// that replace them (docs/decisions/0033).
import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { DomainError } from "../../../../domain/errors.ts";
import {
  formatRecoveryCode,
  isAppCode,
  normalizeCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  type UsedFactor,
} from "../../../../domain/person/sign-in/second-factor.ts";
import { inTransaction, type Ctx, type User } from "../../../platform/context.ts";
import { seal, unseal } from "../../../platform/keys/sealing.ts";
import { hashPassword, isPassword } from "../passwords.ts";
import {
  deleteTotp,
  findRecoveryCodes,
  findTotp,
  findTotpSealedBefore,
  hasTotp,
  markRecoveryCodeUsed,
  replaceRecoveryCodes,
  saveTotp,
  updateTotp,
  type TotpRow,
} from "./second-factors.repository.ts";
import {
  endOtherSessions,
  lockForChange,
  markUsed,
  reportChange,
  type FactorCtx,
} from "./second-factors.service.ts";

const SECRET_BYTES = 20;
/** Steps of 30 seconds by which the phone's clock may differ. */
const CLOCK_STEPS = 1;

type KeyCtx = Pick<Ctx, "db" | "clock" | "keys">;

const boundTo = (accountId: string): string => `totp:${accountId}`;
const toColumns = ({ keys }: Pick<Ctx, "keys">, accountId: string, secret: Buffer) => ({
  sealed: seal(keys.sealing, secret, boundTo(accountId)),
  key_id: keys.sealing.current.id,
});
const openSecret = ({ keys }: Pick<Ctx, "keys">, row: TotpRow): Buffer =>
  unseal(keys.sealing, row.sealed, boundTo(row.account_id));

/**
 * A new secret for the person's app. It has no effect until a code confirms it.
 * @throws DomainError totp_enabled, second_factor_required
 */
export function startTotp(ctx: FactorCtx, user: User): Promise<{ secret: string; uri: string }> {
  return inTransaction(ctx, async (tx) => {
    const person = await lockForChange(tx, user);
    if (await hasTotp(tx.db, user.id)) throw new DomainError("totp_enabled");
    const secret = new Secret({ size: SECRET_BYTES });
    await saveTotp(tx.db, {
      account_id: user.id,
      ...toColumns(tx, user.id, Buffer.from(secret.bytes)),
      created_at: tx.clock.now().toISOString(),
    });
    const totp = new TOTP({ issuer: PRODUCT_NAME, label: person.email, secret });
    return { secret: secret.base32, uri: totp.toString() };
  });
}

/**
 * Turns two-step verification on, and ends the other sessions.
 * @returns the recovery codes, which are stored only as hashes
 * @throws DomainError totp_enabled, totp_code_wrong (also without a secret), second_factor_required
 */
export function confirmTotp(
  ctx: FactorCtx,
  user: User,
  code: string,
): Promise<{ recovery_codes: string[] }> {
  return inTransaction(ctx, async (tx) => {
    const person = await lockForChange(tx, user);
    const row = await findTotp(tx.db, user.id);
    if (row?.confirmed_at) throw new DomainError("totp_enabled");
    if (!row || !(await redeemAppCode(tx, row, code))) throw new DomainError("totp_code_wrong");
    const now = tx.clock.now().toISOString();
    await updateTotp(tx.db, user.id, { confirmed_at: now });
    await markUsed(tx, user, "totp");
    await endOtherSessions(tx, user);
    await reportChange(tx, person, "totp_enable", { addedAt: now });
    return { recovery_codes: await makeRecoveryCodes(tx, user.id) };
  });
}

/** @throws DomainError not_found if it is off, second_factor_required */
export function removeTotp(ctx: FactorCtx, user: User): Promise<{ done: true }> {
  return inTransaction(ctx, async (tx) => {
    const person = await lockForChange(tx, user);
    const wasOn = await hasTotp(tx.db, user.id);
    await deleteTotp(tx.db, user.id);
    if (!wasOn) throw new DomainError("not_found", { what: "authenticator app" });
    await endOtherSessions(tx, user);
    await reportChange(tx, person, "totp_disable");
    return { done: true };
  });
}

/** @throws DomainError not_found if two-step verification is off, second_factor_required */
export function renewRecoveryCodes(
  ctx: FactorCtx,
  user: User,
): Promise<{ recovery_codes: string[] }> {
  return inTransaction(ctx, async (tx) => {
    const person = await lockForChange(tx, user);
    if (!(await hasTotp(tx.db, user.id)))
      throw new DomainError("not_found", { what: "authenticator app" });
    await reportChange(tx, person, "recovery_codes_renew");
    return { recovery_codes: await makeRecoveryCodes(tx, user.id) };
  });
}

async function makeRecoveryCodes({ db }: Pick<Ctx, "db">, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(
      { length: RECOVERY_LENGTH },
      () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
    ).join(""),
  );
  await replaceRecoveryCodes(db, accountId, await Promise.all(codes.map(hashPassword)));
  return codes.map(formatRecoveryCode);
}

/**
 * Uses a code of the app or a recovery code. Call it with the account locked.
 * @returns which of them it was; undefined for a code that is wrong or was used before
 */
export async function redeemCode(
  ctx: KeyCtx,
  accountId: string,
  typed: string,
): Promise<UsedFactor | undefined> {
  const row = await findTotp(ctx.db, accountId);
  if (!row?.confirmed_at) return undefined;
  if (isAppCode(typed)) return (await redeemAppCode(ctx, row, typed)) ? "totp" : undefined;
  const code = normalizeCode(typed);
  if (code.length !== RECOVERY_LENGTH) return undefined;
  for (const { id, code_hash } of await findRecoveryCodes(ctx.db, accountId)) {
    if (!(await isPassword(code, code_hash))) continue;
    await markRecoveryCodeUsed(ctx.db, id, ctx.clock.now().toISOString());
    return "recovery_code";
  }
  return undefined;
}

/** A code works once, and no earlier one works after it (RFC 6238, 5.2). */
async function redeemAppCode(ctx: KeyCtx, row: TotpRow, typed: string): Promise<boolean> {
  const secret = openSecret(ctx, row);
  const totp = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
  const timestamp = ctx.clock.now().getTime();
  const token = typed.replaceAll(" ", "");
  const delta = totp.validate({ token, timestamp, window: CLOCK_STEPS });
  if (delta === null) return false;
  const step = totp.counter({ timestamp }) + delta;
  if (row.last_step !== null && step <= row.last_step) return false;
  await updateTotp(ctx.db, row.account_id, { last_step: step });
  return true;
}

/** Seals secrets with the current key, so that an older one can be removed. */
export async function resealTotpSecrets(ctx: KeyCtx): Promise<void> {
  for (const row of await findTotpSealedBefore(ctx.db, ctx.keys.sealing.current.id))
    await updateTotp(ctx.db, row.account_id, toColumns(ctx, row.account_id, openSecret(ctx, row)));
}
