// Which kinds of notification a person gets by email: chosen in the settings, or by the unsubscribe
// link in each email.
import { DomainError } from "../../../domain/errors.ts";
import { NOTIFICATION_KINDS, type NotificationKind } from "../../../domain/message/notification.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type TransactionCtx,
  type User,
} from "../../platform/context.ts";
import { isUuid } from "../../platform/database/cursor.ts";
import { seal, unseal } from "../../platform/keys/sealing.ts";
import { addUnwanted, findUnwanted, removeUnwanted } from "./notifications.repository.ts";

type Choices = Record<NotificationKind, boolean>;

async function readMailed(ctx: DbCtx, userId: string): Promise<Choices> {
  const unwanted = await findUnwanted(ctx.db, userId);
  return Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [kind, !unwanted.includes(kind)]),
  ) as Choices;
}

/** Whether some kinds are emailed. */
type SomeChoices = { [K in NotificationKind]?: boolean | undefined };

async function change(ctx: DataCtx, userId: string, mailed: SomeChoices): Promise<void> {
  const off = NOTIFICATION_KINDS.filter((kind) => mailed[kind] === false);
  const on = NOTIFICATION_KINDS.filter((kind) => mailed[kind] === true);
  if (off.length > 0) await addUnwanted(ctx.db, userId, off, ctx.clock.now());
  if (on.length > 0) await removeUnwanted(ctx.db, userId, on);
}

export const readChoices = async (ctx: DbCtx, user: User) => ({
  mailed: await readMailed(ctx, user.id),
});

/** Changes only the given kinds. */
export const changeChoices = (ctx: TransactionCtx, user: User, mailed: SomeChoices) =>
  inTransaction(ctx, async (tx) => {
    await change(tx, user.id, mailed);
    return readChoices(tx, user);
  });

/** The person and kind that an unsubscribe link is for. */
interface Unsubscribe {
  userId: string;
  kind: NotificationKind;
}

/** Prevents other values sealed by this instance from being used as a link. */
const BOUND_TO = "unsubscribe";

/**
 * The address of the unsubscribe page. The token is sealed, so nobody can forge one for others, and
 * it works as long as the instance has the key.
 */
export function unsubscribeUrl(
  ctx: Pick<Ctx, "keys" | "publicUrl">,
  { userId, kind }: Unsubscribe,
): string {
  const token = seal(ctx.keys.sealing, Buffer.from(`${kind} ${userId}`), BOUND_TO).toString(
    "base64url",
  );
  return `${ctx.publicUrl()}/unsubscribe?token=${token}`;
}

/** @throws DomainError unsubscribe_link_invalid */
function readToken(ctx: Pick<Ctx, "keys">, token: string): Unsubscribe {
  const [kind, userId = ""] = opened(ctx, token).split(" ");
  const known = NOTIFICATION_KINDS.find((each) => each === kind);
  if (!known || !isUuid(userId)) throw new DomainError("unsubscribe_link_invalid");
  return { userId, kind: known };
}

function opened(ctx: Pick<Ctx, "keys">, token: string): string {
  try {
    return unseal(ctx.keys.sealing, Buffer.from(token, "base64url"), BOUND_TO).toString();
  } catch {
    // Altered, from another instance, or its key is gone.
    throw new DomainError("unsubscribe_link_invalid");
  }
}

/**
 * The kind that the link would switch off, and whether it is on.
 * @throws DomainError unsubscribe_link_invalid
 */
export async function readUnsubscribe(
  ctx: Pick<Ctx, "db" | "keys">,
  token: string,
): Promise<{ kind: NotificationKind; mailed: boolean }> {
  const { userId, kind } = readToken(ctx, token);
  return { kind, mailed: (await readMailed(ctx, userId))[kind] };
}

/**
 * Switches emails of the link's kind off, or back on.
 * @throws DomainError unsubscribe_link_invalid
 */
export async function setUnsubscribe(
  ctx: Pick<Ctx, "db" | "clock" | "keys">,
  token: string,
  mailed: boolean,
): Promise<void> {
  const { userId, kind } = readToken(ctx, token);
  await change(ctx, userId, { [kind]: mailed });
}
