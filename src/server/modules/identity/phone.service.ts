// Verifying a phone with a code sent to it. The code is stored as a keyed hash, for ten minutes and
// five attempts.
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { Profile } from "../../../contract/people/accounts.ts";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { DomainError } from "../../../domain/errors.ts";
import {
  PHONE_CODE_DIGITS,
  PHONE_CODE_MINUTES,
  PHONE_CODE_TRIES,
} from "../../../domain/person/identity.ts";
import { isInCountry } from "../../../domain/person/phone-countries.ts";
import { ownSide } from "../../../domain/policies/policy.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { inTransaction, type Ctx, type User } from "../../platform/context.ts";
import { addressKey, countAttempt } from "../../platform/http/rate-limit.ts";
import { getOwnProfile, markPhoneVerified, readProfile } from "../accounts/accounts.service.ts";
import { countTry, deleteCode, findCode, saveCode } from "./phone.repository.ts";

/** Each message costs money and disturbs its recipient. */
const PER_PERSON = { attempts: 5, seconds: 3600 };
const PER_NUMBER = { attempts: 5, seconds: 3600 };
const PER_NUMBER_A_DAY = { attempts: 10, seconds: 86_400 };
const PER_ADDRESS = { attempts: 20, seconds: 3600 };

/**
 * All million codes are quickly hashed, so the hash is keyed. A key rotation within the ten minutes
 * invalidates the code.
 */
const hashCode = (ctx: Pick<Ctx, "keys">, userId: string, phone: string, code: string): Buffer =>
  createHmac("sha256", ctx.keys.sealing.current.key)
    .update(`phone-code:${userId}:${phone}:${code}`)
    .digest();

/**
 * Sends a code to the profile's phone and invalidates the previous one.
 * @param ip of the client
 * @throws DomainError not_found, phone_missing, phone_code_not_offered, rate_limited, sms_refused,
 * sms_failed
 */
export async function sendCode(ctx: Ctx, user: User, ip: string): Promise<{ sent: true }> {
  const { phone } = await getOwnProfile(ctx, user.id);
  if (!phone) throw new DomainError("phone_missing");
  if (!ctx.sms.isOffered) throw new DomainError("phone_code_not_offered");
  if (!isInCountry(phone)) throw new DomainError("sms_refused");
  await countAttempt(ctx, `phone-code:person:${user.id}`, PER_PERSON);
  await countAttempt(ctx, `phone-code:number:${phone}`, PER_NUMBER);
  await countAttempt(ctx, `phone-code:number-day:${phone}`, PER_NUMBER_A_DAY);
  await countAttempt(ctx, `phone-code:address:${addressKey(ip)}`, PER_ADDRESS);
  const code = String(randomInt(10 ** PHONE_CODE_DIGITS)).padStart(PHONE_CODE_DIGITS, "0");
  const expires_at = new Date(
    ctx.clock.now().getTime() + PHONE_CODE_MINUTES * 60_000,
  ).toISOString();
  await saveCode(ctx.db, {
    user_id: user.id,
    phone,
    code_hash: hashCode(ctx, user.id, phone, code),
    expires_at,
  });
  const text = `${code} is your ${PRODUCT_NAME} code. It counts for ${PHONE_CODE_MINUTES} minutes. We never ask for it by phone.`;
  await ctx.sms.send({ to: phone, text });
  return { sent: true };
}

/** @throws DomainError phone_code_wrong, phone_code_over, not_found */
export async function verifyCode(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "keys">,
  user: User,
  code: string,
): Promise<Profile> {
  const { phone } = await getOwnProfile(ctx, user.id);
  // Every attempt counts, so it is written first, in its own transaction.
  const found = await countTry(ctx.db, user.id);
  const isOver =
    !found ||
    found.phone !== phone ||
    found.tries > PHONE_CODE_TRIES ||
    found.expires_at <= ctx.clock.now().toISOString();
  if (isOver || !found) throw new DomainError("phone_code_over");
  if (!timingSafeEqual(found.code_hash, hashCode(ctx, user.id, found.phone, code)))
    throw new DomainError("phone_code_wrong", { tries_left: PHONE_CODE_TRIES - found.tries });
  await inTransaction(ctx, async (tx) => {
    if (!(await findCode(tx.db, user.id)) || !(await markPhoneVerified(tx, user.id, found.phone)))
      throw new DomainError("phone_code_over");
    await deleteCode(tx.db, user.id);
    await recordAudit(tx, {
      actorKind: ownSide(user),
      actorId: user.id,
      action: "phone.verify",
      subjectType: "account",
      subjectId: user.id,
    });
  });
  return readProfile(ctx, user);
}
