// What a host can do with helpers: invite them, change their rights for each car, remove them.
import type { Helpers } from "../../../contract/host/helpers.ts";
import { parseInstant } from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import {
  helperInvitationExpiresAt,
  helperState,
  MAX_HELPER_INVITATIONS_A_DAY,
  MAX_HELPERS,
} from "../../../domain/helper/helpers.ts";
import { personalTopic } from "../../../domain/live.ts";
import { HELPER_POLICY } from "../../../domain/policies/helper.ts";
import { authorize } from "../../../domain/policies/policy.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import {
  inTransaction,
  type DataCtx,
  type DbCtx,
  type NotifyCtx,
  type User,
} from "../../platform/context.ts";
import { countAttempt, type LimitCtx } from "../../platform/http/rate-limit.ts";
import { layOutMail } from "../../platform/mail/mail-layout.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { getOwnProfile, lockOwnAccount } from "../accounts/accounts.service.ts";
import { invitationMail, removedMail } from "./helpers.mails.ts";
import {
  deleteHelper,
  deleteHelpersOf,
  findAddress,
  findCars,
  findHelped,
  findHelper,
  findHelpersOf,
  hashHelperToken,
  insertHelper,
  lockHelper,
  newToken,
  replaceRights,
  updateHelper,
  type Grant,
  type ShownHelper,
} from "./helpers.repository.ts";
import type { RevokeHandoverAccess } from "./rights.service.ts";

export { findHelperLabels as helperLabels } from "./helpers.repository.ts";

type InviteCtx = NotifyCtx & LimitCtx;

/** @throws DomainError forbidden */
const requireHost = ({ roles }: User): void =>
  void authorize(HELPER_POLICY.manage, roles, "helper");

/** @throws DomainError forbidden */
export async function listHelpers(ctx: DataCtx, host: User): Promise<Helpers> {
  requireHost(host);
  const now = ctx.clock.now();
  const rows = await findHelpersOf(ctx.db, host.id);
  return {
    helpers: rows.map(({ id, email, first_name, last_name, expires_at, cars }) => ({
      id,
      email,
      state: helperState({ expiresAt: parseInstant(expires_at) }, now),
      first_name,
      last_name,
      expires_at,
      cars,
    })),
    cars: await findCars(ctx.db, { hostId: host.id }),
  };
}

/**
 * Invites somebody by email.
 * @throws DomainError forbidden, helper_is_host, helper_already_invited, too_many_helpers,
 * helper_car_unknown, rate_limited
 */
export async function inviteHelper(
  ctx: InviteCtx,
  host: User,
  { email, cars }: { email: string; cars: readonly Grant[] },
): Promise<Helpers> {
  requireHost(host);
  await inTransaction(ctx, async (tx) => {
    // Serialises invitations, so that two at the same time stay within the limit.
    await lockOwnAccount(tx.db, host.id);
    const { email: own } = await getOwnProfile(tx, host.id);
    if (email === own) throw new DomainError("helper_is_host");
    await requireOwnCars(tx, host, cars);
    const known = await findHelpersOf(tx.db, host.id);
    if (known.some((each) => each.email === email))
      throw new DomainError("helper_already_invited", { email });
    if (known.length >= MAX_HELPERS)
      throw new DomainError("too_many_helpers", { limit: MAX_HELPERS });
    const token = newToken();
    const expiresAt = helperInvitationExpiresAt(tx.clock.now());
    const id = await insertHelper(tx.db, {
      host_id: host.id,
      email,
      token_hash: hashHelperToken(token),
      expires_at: expiresAt.toISOString(),
      created_at: tx.clock.now().toISOString(),
    });
    if (id === undefined) throw new DomainError("helper_already_invited", { email });
    await replaceRights(tx.db, id, cars);
    await mailInvitation(tx, { id, email }, token, expiresAt);
    await audit(tx, host, "invite", id, { cars });
  });
  return listHelpers(ctx, host);
}

/**
 * Sends an unanswered invitation again, with a new link.
 * @throws DomainError forbidden, not_found, helper_invitation_closed once accepted, rate_limited
 */
export async function resendInvitation(ctx: InviteCtx, host: User, id: string): Promise<Helpers> {
  await inTransaction(ctx, async (tx) => {
    const helper = await lockOwn(tx, host, id);
    if (helper.user_id !== null) throw new DomainError("helper_invitation_closed");
    const token = newToken();
    const expiresAt = helperInvitationExpiresAt(tx.clock.now());
    await updateHelper(tx.db, id, {
      token_hash: hashHelperToken(token),
      expires_at: expiresAt.toISOString(),
    });
    await mailInvitation(tx, helper, token, expiresAt);
    await audit(tx, host, "invite", id, { cars: helper.cars });
  });
  return listHelpers(ctx, host);
}

/**
 * Replaces a helper's rights.
 * @throws DomainError forbidden, not_found, helper_car_unknown
 */
export async function changeRights(
  ctx: NotifyCtx,
  host: User,
  { id, cars }: { id: string; cars: readonly Grant[] },
  revokeHandoverAccess: RevokeHandoverAccess,
): Promise<Helpers> {
  await inTransaction(ctx, async (tx) => {
    const helper = await lockOwn(tx, host, id);
    await requireOwnCars(tx, host, cars);
    await replaceRights(tx.db, id, cars);
    const kept = new Set(carsToHandOver(cars));
    const lost = carsToHandOver(helper.cars).filter((carId) => !kept.has(carId));
    if (helper.user_id !== null) await revokeHandoverAccess(tx, helper.user_id, lost);
    await audit(tx, host, "rights", id, { cars }, { cars: helper.cars });
    await publishTo(tx, helper);
  });
  return listHelpers(ctx, host);
}

/**
 * Removes a helper or withdraws an invitation, at once.
 * @throws DomainError forbidden, not_found
 */
export async function removeHelper(
  ctx: NotifyCtx,
  host: User,
  id: string,
  revokeHandoverAccess: RevokeHandoverAccess,
): Promise<Helpers> {
  await inTransaction(ctx, async (tx) => {
    const helper = await lockOwn(tx, host, id);
    await dropHelper(tx, helper, revokeHandoverAccess);
    if (helper.user_id !== null)
      await queueMail(tx, {
        to: (await findAddress(tx.db, helper.user_id)).email,
        ...layOutMail(removedMail(helper)),
      });
    await audit(tx, host, "remove", id, null, { user_id: helper.user_id });
    await publishTo(tx, helper);
  });
  return listHelpers(ctx, host);
}

const carsToHandOver = (cars: readonly Grant[]): string[] =>
  cars.filter(({ rights }) => rights.includes("handovers")).map(({ car_id }) => car_id);

/** Deletes a helper or an invitation, and ends the person's links and codes. */
export async function dropHelper(
  tx: DataCtx,
  { id, user_id, cars }: ShownHelper,
  revokeHandoverAccess: RevokeHandoverAccess,
): Promise<void> {
  await deleteHelper(tx.db, id);
  if (user_id !== null) await revokeHandoverAccess(tx, user_id, carsToHandOver(cars));
}

/** Removes a departing person as a host and as a helper. Call it with the account locked. */
export async function leaveHelpers(
  tx: DataCtx,
  user: User,
  revokeHandoverAccess: RevokeHandoverAccess,
): Promise<void> {
  for (const helper of await findHelped(tx.db, user.id)) {
    await dropHelper(tx, helper, revokeHandoverAccess);
    await publishTo(tx, helper);
  }
  await deleteHelpersOf(tx.db, user.id, (await findAddress(tx.db, user.id)).email);
}

/** @throws DomainError forbidden, not_found, also for another host's helper */
async function lockOwn(tx: DbCtx, host: User, id: string): Promise<ShownHelper> {
  requireHost(host);
  await lockOwnAccount(tx.db, host.id);
  await lockHelper(tx.db, id);
  const helper = await findHelper(tx.db, id);
  if (helper?.host_id !== host.id) throw new DomainError("not_found", { what: "helper" });
  return helper;
}

/** @throws DomainError helper_car_unknown */
async function requireOwnCars(tx: DbCtx, host: User, cars: readonly Grant[]): Promise<void> {
  const own = new Set((await findCars(tx.db, { hostId: host.id })).map(({ id }) => id));
  const foreign = cars.find(({ car_id }) => !own.has(car_id));
  if (foreign) throw new DomainError("helper_car_unknown", { car_id: foreign.car_id });
}

/** @throws DomainError rate_limited, so that nobody can fill a stranger's inbox */
async function mailInvitation(
  tx: InviteCtx,
  { id, email }: Pick<ShownHelper, "id" | "email">,
  token: string,
  expiresAt: Date,
): Promise<void> {
  await countAttempt(tx, `helper-invitation:${email}`, {
    attempts: MAX_HELPER_INVITATIONS_A_DAY,
    seconds: 86_400,
  });
  const helper = await findHelper(tx.db, id);
  if (!helper) throw new Error("the helper was inserted");
  const mail = invitationMail(helper, { token, expiresAt }, tx.publicUrl());
  await queueMail(tx, { to: email, ...layOutMail(mail) });
}

const audit = (
  tx: DataCtx,
  host: User,
  what: "invite" | "rights" | "remove",
  id: string,
  after: object | null,
  before: object | null = null,
): Promise<void> =>
  recordAudit(tx, {
    actorKind: "host",
    actorId: host.id,
    action: `helper.${what}`,
    subjectType: "helper",
    subjectId: id,
    before,
    after,
  });

/** Reloads what the helper sees. */
export async function publishTo(
  tx: DbCtx,
  { id, user_id, host_id }: Pick<ShownHelper, "id" | "user_id" | "host_id">,
): Promise<void> {
  const people = [user_id, host_id].flatMap((person) => (person ? personalTopic(person) : []));
  await publishLive(tx, people, "helpers", id);
}
