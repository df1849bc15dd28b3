// Passkeys (WebAuthn): adding, naming and removing them, and signing in with one. A passkey is two
// factors at once, because the device checks its owner before it signs (docs/decisions/0033).
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { AuthSession } from "../../../../contract/people/auth.ts";
import type {
  Assertion,
  Attestation,
  Passkey,
} from "../../../../contract/people/second-factors.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { MAX_PASSKEYS } from "../../../../domain/person/sign-in/second-factor.ts";
import {
  inTransaction,
  type Ctx,
  type SessionCtx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import { addressKey, countAttempt } from "../../../platform/http/rate-limit.ts";
import { getPerson, lockAccount } from "../accounts.repository.ts";
import { AuthError } from "../auth.errors.ts";
import { openSession, type Client } from "../sessions/sessions.service.ts";
import { hashToken } from "../sessions/tokens.ts";
import {
  deletePasskey,
  findPasskeys,
  insertChallenge,
  insertPasskey,
  lockPasskey,
  takeChallenge,
  updatePasskey,
  type ChallengeRow,
  type PasskeyRow,
} from "./second-factors.repository.ts";
import {
  endOtherSessions,
  lockForChange,
  markUsed,
  presentPasskey,
  reportChange,
  type FactorCtx,
} from "./second-factors.service.ts";

/** EdDSA, ES256 and RS256, which all authenticators have one of. */
const ALGORITHMS = [-8, -7, -257];
const CHALLENGE_MS = 5 * 60_000;
/** Sign-ins with a passkey per network address, begun and finished. */
const SIGN_INS = { attempts: 200, seconds: 15 * 60 };

/** What navigator.credentials needs to know, as JSON. */
interface Ceremony {
  challenge_id: string;
  options: Record<string, unknown>;
}

/** The site that passkeys belong to. Browsers accept localhost, but no IP address. */
const siteId = (ctx: Pick<Ctx, "publicUrl">): string => new URL(ctx.publicUrl()).hostname;

async function storeChallenge(
  ctx: Pick<Ctx, "db" | "clock">,
  kind: "passkey_sign_in" | "passkey_registration",
  options: { challenge: string },
  accountId: string | null,
): Promise<Ceremony> {
  const now = ctx.clock.now();
  const challenge_id = await insertChallenge(ctx.db, {
    kind,
    secret_hash: hashToken("webauthn", options.challenge),
    account_id: accountId,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + CHALLENGE_MS).toISOString(),
  });
  return { challenge_id, options: { ...options } };
}

/** What both verifications have in common. */
const expected = (ctx: Pick<Ctx, "publicUrl">, { secret_hash }: ChallengeRow) => ({
  expectedChallenge: (given: string) => hashToken("webauthn", given).equals(secret_hash),
  expectedOrigin: ctx.publicUrl(),
  expectedRPID: siteId(ctx),
  requireUserVerification: true,
});

/** @throws DomainError too_many_passkeys, second_factor_required */
export function startPasskey(ctx: FactorCtx, user: User): Promise<Ceremony> {
  return inTransaction(ctx, async (tx) => {
    const person = await lockForChange(tx, user);
    const passkeys = await findPasskeys(tx.db, user.id);
    requireRoom(passkeys);
    const options = await generateRegistrationOptions({
      rpName: PRODUCT_NAME,
      rpID: siteId(ctx),
      userName: person.email,
      userDisplayName: [person.first_name, person.last_name].filter(Boolean).join(" "),
      userID: new Uint8Array(Buffer.from(person.id)),
      excludeCredentials: passkeys.map(toCredential),
      supportedAlgorithmIDs: ALGORITHMS,
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    return storeChallenge(tx, "passkey_registration", options, user.id);
  });
}

const toCredential = ({ credential_id: id, transports }: PasskeyRow) => ({ id, transports });

function requireRoom(passkeys: readonly PasskeyRow[]): void {
  if (passkeys.length >= MAX_PASSKEYS)
    throw new DomainError("too_many_passkeys", { limit: MAX_PASSKEYS });
}

/**
 * Adds the passkey that the browser created.
 * @throws DomainError passkey_refused, too_many_passkeys, second_factor_required
 */
export async function addPasskey(
  ctx: FactorCtx,
  user: User,
  input: { challenge_id: string; name: string; credential: Attestation },
): Promise<Passkey> {
  const kind = "passkey_registration";
  const now = ctx.clock.now().toISOString();
  const challenge = await takeChallenge(ctx.db, { id: input.challenge_id, kind }, now);
  if (challenge?.account_id !== user.id) throw new DomainError("passkey_refused");
  const { registrationInfo } = await verifyRegistrationResponse({
    response: input.credential as RegistrationResponseJSON,
    supportedAlgorithmIDs: ALGORITHMS,
    ...expected(ctx, challenge),
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw new DomainError("passkey_refused");
  const { credential, credentialBackedUp } = registrationInfo;
  return inTransaction(ctx, async (tx) => {
    const person = await lockForChange(tx, user);
    requireRoom(await findPasskeys(tx.db, user.id));
    const added = await insertPasskey(tx.db, {
      account_id: user.id,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      sign_count: credential.counter,
      transports: credential.transports ?? [],
      name: input.name,
      is_synced: credentialBackedUp,
      created_at: now,
    });
    if (!added) throw new DomainError("passkey_refused");
    await markUsed(tx, user, "passkey");
    await reportChange(tx, person, "passkey_add", { name: added.name, addedAt: now });
    return presentPasskey(added);
  });
}

/** @throws DomainError not_found if the person has no such passkey */
export async function renamePasskey(
  ctx: TransactionCtx,
  user: User,
  id: string,
  name: string,
): Promise<Passkey> {
  const renamed = await updatePasskey(ctx.db, { id, account_id: user.id }, { name });
  if (!renamed) throw new DomainError("not_found", { what: "passkey" });
  return presentPasskey(renamed);
}

/** @throws DomainError not_found if the person has no such passkey, second_factor_required */
export function removePasskey(ctx: FactorCtx, user: User, id: string): Promise<{ done: true }> {
  return inTransaction(ctx, async (tx) => {
    const person = await lockForChange(tx, user);
    const removed = await deletePasskey(tx.db, { id, account_id: user.id });
    if (!removed) throw new DomainError("not_found", { what: "passkey" });
    await endOtherSessions(tx, user);
    await reportChange(tx, person, "passkey_remove", { name: removed.name });
    return { done: true };
  });
}

/**
 * Begins a sign-in with any passkey that the browser has for this site.
 * @throws DomainError rate_limited
 */
export async function startPasskeySignIn(
  ctx: SessionCtx,
  client: Client,
): Promise<Ceremony & { expires_at: number }> {
  await countAttempt(ctx, `passkey:address:${addressKey(client.ip)}`, SIGN_INS);
  const options = await generateAuthenticationOptions({
    rpID: siteId(ctx),
    userVerification: "required",
  });
  const expires = ctx.clock.now().getTime() + CHALLENGE_MS;
  const ceremony = await storeChallenge(ctx, "passkey_sign_in", options, null);
  return { ...ceremony, expires_at: Math.floor(expires / 1000) };
}

/**
 * Opens a session for the account that the passkey belongs to.
 * @throws AuthError webauthn_challenge_expired, webauthn_verification_failed, user_banned;
 * DomainError rate_limited
 */
export async function signInWithPasskey(
  ctx: SessionCtx,
  input: { challenge_id: string; credential: Assertion },
  client: Client,
): Promise<AuthSession> {
  await countAttempt(ctx, `passkey:address:${addressKey(client.ip)}`, SIGN_INS);
  const now = ctx.clock.now().toISOString();
  const kind = "passkey_sign_in";
  const challenge = await takeChallenge(ctx.db, { id: input.challenge_id, kind }, now);
  if (!challenge) throw new AuthError("webauthn_challenge_expired");
  return inTransaction(ctx, async (tx) => {
    const passkey = await lockPasskey(tx.db, input.credential.id);
    if (!passkey) throw new AuthError("webauthn_verification_failed");
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: input.credential as AuthenticationResponseJSON,
      ...expected(ctx, challenge),
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.sign_count,
        transports: passkey.transports,
      },
    }).catch(() => ({ verified: false, authenticationInfo: undefined }));
    if (!verified || !authenticationInfo) throw new AuthError("webauthn_verification_failed");
    await updatePasskey(tx.db, passkey, {
      sign_count: authenticationInfo.newCounter,
      is_synced: authenticationInfo.credentialBackedUp,
      last_used_at: now,
    });
    await lockAccount(tx.db, { id: passkey.account_id });
    const person = await getPerson(tx.db, passkey.account_id);
    return openSession(tx, person, { method: "passkey", secondFactor: "passkey" }, client);
  });
}
