// Creates, sends and resends emailed links: confirmation, password recovery and email change.
// link-redemption.service.ts redeems them.
import { inTransaction, type Ctx, type DataCtx, type MailCtx } from "../../platform/context.ts";
import { PERSONAL, queueMail, type MailMessage } from "../../platform/mail/mail.ts";
import { countFor, mayNotify } from "./sessions/sign-in-limits.ts";
import {
  confirmationMail,
  confirmLink,
  emailChangeMail,
  emailTakenMail,
  recoveryMail,
} from "./accounts.mails.ts";
import { findPersonByEmail, lockAccount, type AccountRow } from "./accounts.repository.ts";
import { findPendingEmail, insertMailedToken } from "./sessions/mailed-tokens.repository.ts";
import type { LinkPurpose } from "./sessions/mailed-tokens.repository.ts";
import type { Client } from "./sessions/sessions.service.ts";
import { hashToken, randomToken } from "./sessions/tokens.ts";
import { isUnconfirmed } from "./sign-up/unconfirmed-accounts.service.ts";

const HOUR_MS = 3_600_000;
const LIFETIME_MS: Record<LinkPurpose, number> = {
  signup: 24 * HOUR_MS,
  recovery: HOUR_MS,
  email_change: 24 * HOUR_MS,
};
const MAILS = { signup: confirmationMail, recovery: recoveryMail, email_change: emailChangeMail };

/** What a client can specify about a link. */
export interface LinkOptions {
  /** The local path to continue to, already validated. */
  next: string | undefined;
  /** SHA-256 of the client's secret, in base64url, if it uses the PKCE flow. */
  codeChallenge: string | undefined;
}

/**
 * Emails a link to `email`. Earlier links keep working until one of them is used: anybody can
 * request another, which must not revoke the link that its reader is about to open.
 */
export async function mailLink(
  ctx: MailCtx,
  purpose: LinkPurpose,
  accountId: string,
  email: string,
  options: LinkOptions,
  mail: (url: string) => Omit<MailMessage, "to"> = MAILS[purpose],
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const token = await storeLink(tx, purpose, accountId, email, options);
    const url = confirmLink(tx.publicUrl(), token, purpose, options.next);
    await queueMail(tx, { to: email, ...mail(url) });
  });
}

/** Stores a new link. @returns its token, which only the email may contain */
export async function storeLink(
  ctx: DataCtx,
  purpose: LinkPurpose,
  accountId: string,
  email: string,
  { codeChallenge }: LinkOptions,
): Promise<string> {
  const now = ctx.clock.now();
  // The challenge is part of the token: only the email's reader sees it, and it can't be altered.
  const token = codeChallenge ? `pkce.${codeChallenge}.${randomToken()}` : randomToken();
  await insertMailedToken(ctx.db, {
    token_hash: hashToken("mailed", token),
    account_id: accountId,
    purpose,
    email,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + LIFETIME_MS[purpose]).toISOString(),
  });
  return token;
}

/** A request for a link. */
export interface RequestedLink extends LinkOptions {
  /** The account's email. */
  email: string;
  purpose: LinkPurpose;
  /** No email is sent: the limit is used up, and the links of the last hour still work. */
  isTooMuch?: boolean;
}

/**
 * Emails a link to set a new password, or resends the one that confirms a sign-up or a new address.
 * A job looks up the account, so the response and its time are the same for every email.
 * @throws AuthError over_request_rate_limit
 */
export async function requestLink(
  ctx: Pick<Ctx, "db" | "clock" | "config" | "jobs">,
  requested: RequestedLink,
  client: Client,
): Promise<void> {
  const what = requested.purpose === "recovery" ? "recover" : "resend";
  const { addressRefusal, accountRefusal, isKnown } = await countFor(
    ctx,
    what,
    requested.email,
    client,
  );
  const isTooMuch = (addressRefusal ?? accountRefusal) !== undefined && !isKnown;
  await sendLinkLater(ctx, { ...requested, isTooMuch });
  // A known client gets its email too, but a different response would reveal that it is known.
  if (addressRefusal) throw addressRefusal;
}

export const sendLinkLater = (
  ctx: Pick<Ctx, "db" | "jobs">,
  requested: RequestedLink,
): Promise<void> => ctx.jobs.send(ctx.db, "mail-link", requested, PERSONAL);

/** The job behind sendLinkLater. */
export async function mailRequestedLink(
  ctx: Ctx,
  { email, purpose, isTooMuch, ...options }: RequestedLink,
): Promise<void> {
  const person = isTooMuch ? undefined : await findPersonByEmail(ctx.db, email);
  if (!person || person.suspended_at) return;
  if (purpose === "email_change") await mailPendingEmail(ctx, person, options);
  else if (purpose === "recovery" || !person.email_confirmed_at)
    await mailLink(ctx, purpose, person.id, email, options);
}

/** Emails the account's new address: the link, or a notice if that address has an account. */
async function mailPendingEmail(ctx: Ctx, person: AccountRow, options: LinkOptions): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx.db, { id: person.id }); // blocks a request for another address
    const pending = await findPendingEmail(tx.db, person.id, tx.clock.now().toISOString());
    if (pending === undefined) return;
    const holder = await findPersonByEmail(tx.db, pending);
    // An unconfirmed sign-up does not count: opening the link removes it.
    if (!holder || isUnconfirmed(holder))
      return mailLink(tx, "email_change", person.id, pending, options);
    if (await mayNotify(tx, pending))
      await queueMail(tx, { to: pending, ...emailTakenMail(holder.first_name, tx.publicUrl()) });
  });
}
