// A host's settings for new listings.
import type { HostSettings, ReadHostSettings } from "../../../../contract/host/host-settings.ts";
import { requireHost } from "../../../../domain/policies/host-area.ts";
import type { DataCtx, DbCtx, User } from "../../../platform/context.ts";
import { readSettings } from "../../identity/identity.service.ts";
import { findHostSettings, saveHostSettings } from "./host-settings.repository.ts";

/**
 * Instant book is the default (product.md, Booking and payment 2). @throws DomainError forbidden
 */
export async function readHostSettings(ctx: DbCtx, user: User): Promise<ReadHostSettings> {
  requireHost(user);
  const row = await findHostSettings(ctx.db, user.id);
  const { documents_required } = await readSettings(ctx.db);
  return { booking_mode: row?.booking_mode ?? "instant", documents_required };
}

/** Existing listings are not changed. @throws DomainError forbidden */
export async function changeHostSettings(
  ctx: DataCtx,
  user: User,
  { booking_mode }: HostSettings,
): Promise<ReadHostSettings> {
  requireHost(user);
  await saveHostSettings(ctx.db, user.id, booking_mode, ctx.clock.now());
  return readHostSettings(ctx, user);
}
