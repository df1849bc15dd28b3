// What a person has chosen about alerts: kinds for each channel, quiet hours, and devices that
// receive web push.
import { DomainError } from "../../../../domain/errors.ts";
import {
  ALERT_CHANNELS,
  ALERT_KINDS,
  DEFAULT_QUIET_HOURS,
  isAlertDefault,
  MAX_ALERT_DEVICES,
  type AlertChannel,
  type AlertKind,
  type QuietHours,
} from "../../../../domain/message/alert.ts";
import {
  inTransaction,
  type Ctx,
  type DbCtx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import { isPushEndpoint, isPushKey } from "../../../platform/mail/web-push.ts";
import {
  findAlertChoices,
  findRecipient,
  saveAlertChoices,
  saveAlertSettings,
} from "./alerts.repository.ts";
import { getPushKeys } from "./push-keys.service.ts";
import {
  deleteSubscription,
  deleteSurplus,
  findSubscription,
  saveSubscription,
} from "./push.repository.ts";

/**
 * Whether a person can be texted: the instance sends no texts, the profile has no verified phone,
 * or the owner of the number has replied STOP.
 */
export type TextState = "ready" | "not_offered" | "not_verified" | "stopped";

export interface Recipient {
  phone: string | null;
  textState: TextState;
  quiet: QuietHours;
  stoppedPhone: string | null;
  wanted: Record<AlertChannel, Record<AlertKind, boolean>>;
}

/** undefined for an account that no longer exists. */
export async function readRecipient(
  ctx: Pick<Ctx, "db" | "sms">,
  userId: string,
): Promise<Recipient | undefined> {
  const row = await findRecipient(ctx.db, userId);
  if (!row) return undefined;
  const { phone, phone_verified_at, stopped_phone } = row;
  const choices = await findAlertChoices(ctx.db, userId);
  const isWanted = (kind: AlertKind, channel: AlertChannel): boolean =>
    choices.find((each) => each.kind === kind && each.channel === channel)?.wanted ??
    isAlertDefault(kind, channel, { isHost: Boolean(row.is_host) });
  const wantedBy = (channel: AlertChannel) =>
    Object.fromEntries(ALERT_KINDS.map((kind) => [kind, isWanted(kind, channel)])) as Record<
      AlertKind,
      boolean
    >;
  const textState = (): TextState => {
    if (!ctx.sms.isOffered) return "not_offered";
    if (phone === null || phone_verified_at === null) return "not_verified";
    return stopped_phone === phone ? "stopped" : "ready";
  };
  const { is_quiet, quiet_from, quiet_until, urgent_anyway } = row;
  return {
    phone,
    textState: textState(),
    stoppedPhone: stopped_phone,
    quiet:
      is_quiet === null || quiet_from === null || quiet_until === null || urgent_anyway === null
        ? DEFAULT_QUIET_HOURS
        : { is_quiet, quiet_from, quiet_until, urgent_anyway },
    wanted: { text: wantedBy("text"), push: wantedBy("push") },
  };
}

/** @throws DomainError not_found */
async function getRecipient(ctx: Pick<Ctx, "db" | "sms">, userId: string): Promise<Recipient> {
  const recipient = await readRecipient(ctx, userId);
  if (!recipient) throw new DomainError("not_found", { what: "profile" });
  return recipient;
}

/** @throws DomainError not_found */
export async function readAlertSettings(
  ctx: Pick<Ctx, "db" | "clock" | "keys" | "sms">,
  user: User,
) {
  const { wanted, quiet, textState } = await getRecipient(ctx, user.id);
  const device = await findSubscription(ctx.db, user.sessionId);
  return {
    ...wanted,
    quiet,
    text_state: textState,
    push_key: (await getPushKeys(ctx)).publicKey,
    push_endpoint: device?.endpoint ?? null,
  };
}

/** Some kinds, switched on or off. */
type SomeKinds = { [K in AlertKind]?: boolean | undefined };

interface AlertChanges {
  text?: SomeKinds | undefined;
  push?: SomeKinds | undefined;
  quiet?: QuietHours | undefined;
  /** Texts again a number whose owner has replied STOP, and START since. */
  resume_texts?: true | undefined;
}

/**
 * Changes only what is given.
 * @throws DomainError not_found
 */
export const changeAlertSettings = (
  ctx: TransactionCtx & Pick<Ctx, "keys" | "sms">,
  user: User,
  changes: AlertChanges,
) =>
  inTransaction(ctx, async (tx) => {
    const chosen = ALERT_CHANNELS.flatMap((channel) =>
      ALERT_KINDS.flatMap((kind) => {
        const wanted = changes[channel]?.[kind];
        return wanted === undefined ? [] : [{ kind, channel, wanted }];
      }),
    );
    await saveAlertChoices(tx.db, user.id, chosen, tx.clock.now());
    if (changes.quiet || changes.resume_texts) {
      const { quiet, stoppedPhone } = await getRecipient(tx, user.id);
      await saveAlertSettings(tx.db, user.id, {
        ...(changes.quiet ?? quiet),
        stopped_phone: changes.resume_texts ? null : stoppedPhone,
      });
    }
    return readAlertSettings(tx, user);
  });

/** Sends no more texts to a number whose owner has replied STOP. */
export async function stopTexts(
  ctx: Pick<Ctx, "db" | "sms">,
  userId: string,
  phone: string,
): Promise<void> {
  const recipient = await readRecipient(ctx, userId);
  if (recipient)
    await saveAlertSettings(ctx.db, userId, { ...recipient.quiet, stopped_phone: phone });
}

/**
 * Sends alerts to the browser of this session, until it signs out.
 * @throws DomainError push_endpoint_invalid, invalid_request
 */
export async function addDevice(
  ctx: TransactionCtx & Pick<Ctx, "config">,
  user: User,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<{ added: true }> {
  if (!isPushEndpoint(ctx.config, endpoint)) throw new DomainError("push_endpoint_invalid");
  if (!isPushKey(keys.p256dh)) {
    const message = "P256dh must be a point of the curve P-256.";
    throw new DomainError("invalid_request", {
      errors: [{ field: "body.keys.p256dh", message }],
    });
  }
  await inTransaction(ctx, async (tx) => {
    await saveSubscription(tx.db, {
      session_id: user.sessionId,
      user_id: user.id,
      endpoint,
      ...keys,
      created_at: tx.clock.now().toISOString(),
    });
    await deleteSurplus(tx.db, user.id, MAX_ALERT_DEVICES);
  });
  return { added: true };
}

export async function removeDevice(ctx: DbCtx, user: User): Promise<{ removed: true }> {
  await deleteSubscription(ctx.db, user.sessionId);
  return { removed: true };
}
