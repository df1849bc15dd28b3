// What a helper can do: read the invitation, accept or decline it, and leave again. The link alone
// is not enough: the account must have the invited address and have confirmed it.
import { timingSafeEqual } from "node:crypto";
import type { HelperInvitation } from "../../../contract/host/helpers.ts";
import { parseInstant } from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import { helperState } from "../../../domain/helper/helpers.ts";
import { ownSide } from "../../../domain/policies/policy.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import {
  inTransaction,
  type DataCtx,
  type DbCtx,
  type NotifyCtx,
  type User,
} from "../../platform/context.ts";
import { lockOwnAccount } from "../accounts/accounts.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { acceptedMail, declinedMail } from "./helpers.mails.ts";
import { dropHelper, publishTo } from "./helpers.service.ts";
import {
  findAddress,
  findCars,
  findHelped,
  findHelper,
  hashHelperToken,
  lockHelper,
  updateHelper,
  type ShownHelper,
} from "./helpers.repository.ts";
import type { RevokeHandoverAccess } from "./rights.service.ts";

type Token = string | null | undefined;

/** A host whom somebody helps, with the cars and the rights. */
async function presentHelping({ db }: DbCtx, { id, host_first_name, cars }: ShownHelper) {
  const found = await findCars(db, { ids: cars.map(({ car_id }) => car_id) });
  return {
    id,
    host_first_name,
    cars: found.map((car) => ({
      ...car,
      rights: cars.find(({ car_id }) => car_id === car.id)?.rights ?? [],
    })),
  };
}

export async function listHelping(ctx: DbCtx, user: User) {
  const rows = await findHelped(ctx.db, user.id);
  return { hosts: await Promise.all(rows.map((row) => presentHelping(ctx, row))) };
}

/** @throws DomainError helper_invitation_closed, helper_invitation_for_another */
export async function readInvitation(
  ctx: DataCtx,
  user: User,
  id: string,
  token: Token,
): Promise<HelperInvitation> {
  const helper = await getInvited(ctx, user, id, token);
  return {
    ...(await presentHelping(ctx, helper)),
    state: stateOf(ctx, helper),
    expires_at: helper.expires_at,
  };
}

const stateOf = ({ clock }: Pick<DataCtx, "clock">, { expires_at }: ShownHelper) =>
  helperState({ expiresAt: parseInstant(expires_at) }, clock.now());

/**
 * Accepts an invitation. Accepting again changes nothing.
 * @throws DomainError helper_invitation_closed, helper_invitation_for_another, helper_is_host,
 * already_helping, account_suspended
 */
export async function acceptInvitation(
  ctx: NotifyCtx,
  user: User,
  id: string,
  token: Token,
): Promise<HelperInvitation> {
  await inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx.db, user.id);
    if ((await findAddress(tx.db, user.id)).suspended_at !== null)
      throw new DomainError("account_suspended");
    await lockHelper(tx.db, id);
    const helper = await getInvited(tx, user, id, token);
    const state = stateOf(tx, helper);
    if (state === "accepted") return;
    if (state === "expired") throw new DomainError("helper_invitation_closed");
    // The host may have invited two addresses of this person, or one that now belongs to the host.
    if (helper.host_id === user.id) throw new DomainError("helper_is_host");
    const helped = await findHelped(tx.db, user.id);
    if (helped.some(({ host_id }) => host_id === helper.host_id))
      throw new DomainError("already_helping", { host_first_name: helper.host_first_name });
    await updateHelper(tx.db, id, {
      user_id: user.id,
      token_hash: null,
      expires_at: null,
      accepted_at: tx.clock.now().toISOString(),
    });
    const accepted = await findHelper(tx.db, id);
    if (!accepted) throw new Error("the helper is locked");
    await notifyHost(tx, accepted, "accepted");
    await audit(tx, user, "accept", id);
    await publishTo(tx, accepted);
  });
  return readInvitation(ctx, user, id, null);
}

/**
 * Declines an invitation, or stops helping.
 * @throws DomainError helper_invitation_closed, helper_invitation_for_another
 */
export async function declineInvitation(
  ctx: NotifyCtx,
  user: User,
  { id, token }: { id: string; token: Token },
  revokeHandoverAccess: RevokeHandoverAccess,
): Promise<{ id: string }> {
  await inTransaction(ctx, async (tx) => {
    await lockHelper(tx.db, id);
    const helper = await getInvited(tx, user, id, token);
    await dropHelper(tx, helper, revokeHandoverAccess);
    await notifyHost(tx, helper, "declined");
    await audit(tx, user, "decline", id);
    await publishTo(tx, helper);
  });
  return { id };
}

/**
 * The row of an invitation, for the person who accepted it or holds its link.
 * @throws DomainError helper_invitation_closed, also for one that never was;
 * helper_invitation_for_another
 */
async function getInvited(ctx: DbCtx, user: User, id: string, token: Token): Promise<ShownHelper> {
  const helper = await findHelper(ctx.db, id);
  if (helper?.user_id === user.id) return helper;
  const isHolder =
    helper?.token_hash && token && timingSafeEqual(helper.token_hash, hashHelperToken(token));
  if (!isHolder) throw new DomainError("helper_invitation_closed");
  const { email, email_confirmed_at } = await findAddress(ctx.db, user.id);
  if (email !== helper.email || email_confirmed_at === null)
    throw new DomainError("helper_invitation_for_another");
  return helper;
}

const notifyHost = (
  tx: NotifyCtx,
  helper: ShownHelper,
  what: "accepted" | "declined",
): Promise<boolean> =>
  notify(tx, {
    to: helper.host_id,
    kind: "listing",
    key: `helper:${helper.id}:${what}`,
    about: what === "accepted" ? "A helper accepted your invitation" : "A helper declined or left",
    path: "/host/helpers",
    mail: (what === "accepted" ? acceptedMail : declinedMail)(helper, tx.publicUrl()),
  });

const audit = (tx: DataCtx, user: User, what: "accept" | "decline", id: string): Promise<void> =>
  recordAudit(tx, {
    actorKind: ownSide(user),
    actorId: user.id,
    action: `helper.${what}`,
    subjectType: "helper",
    subjectId: id,
  });
