// After a storm, a host looks at each car with photos before it can be booked again (trips.md,
// section 8).
import type { submitInspection } from "../../../../contract/host/storm-inspections.ts";
import type { Input } from "../../../../contract/endpoint.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { photoUrl, readPhotoKey } from "../../../../domain/listing/photo.ts";
import { requireHost } from "../../../../domain/policies/host-area.ts";
import { MIN_INSPECTION_PHOTOS } from "../../../../domain/storm/storm.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { inTransaction, type Ctx, type DbCtx, type User } from "../../../platform/context.ts";
import { notifyListingChanged } from "../../../platform/realtime/events.ts";
import { findAwaitedStorm } from "../../listings/listings.service.ts";
import { findPhotoProblem } from "../../media/media.service.ts";
import {
  findStormCars,
  findWaitingCars,
  hasPhotosFrom,
  insertInspection,
  lockStormCar,
} from "./inspections.repository.ts";
import { findStorm } from "./storms.repository.ts";

/** @throws DomainError car_awaits_inspection */
export async function requireInspected(ctx: DbCtx, carId: string): Promise<void> {
  const storm = await findAwaitedStorm(ctx.db, carId);
  if (storm) throw new DomainError("car_awaits_inspection", { storm: storm.name });
}

/** A host's cars that can't be booked until they are inspected. @throws DomainError forbidden */
export async function listInspections(ctx: DbCtx, user: User) {
  requireHost(user);
  const rows = await findWaitingCars(ctx.db, user.id);
  return {
    cars: rows.map(({ ended_at, ...car }) => ({ ...car, may_inspect: ended_at !== null })),
  };
}

/** The cars of a storm with their inspections, for admins. @throws DomainError not_found */
export async function listStormCars(ctx: DbCtx, stormId: string) {
  if (!(await findStorm(ctx.db, stormId))) throw new DomainError("not_found", { what: "storm" });
  const rows = await findStormCars(ctx.db, stormId);
  return {
    cars: rows.map(({ first_name, last_name, ...car }) => ({
      ...car,
      host_name: `${first_name} ${last_name}`.trim(),
    })),
  };
}

/**
 * Records an inspection. From then on the car can be booked, unless another storm is on there.
 * @throws DomainError forbidden, not_found, inspection_too_early, inspection_already_done,
 * inspection_photos_missing; invalid_request for photos of somebody else, or older than the end of
 * the storm
 */
export async function inspectCar(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "publicUrl">,
  user: User,
  { id: carId }: Input<typeof submitInspection>["params"],
  { storm_id: stormId, photos, note }: Input<typeof submitInspection>["body"],
): Promise<void> {
  requireHost(user);
  await inTransaction(ctx, async (tx) => {
    const found = await lockStormCar(tx.db, { stormId, carId, hostId: user.id });
    if (!found) throw new DomainError("not_found", { what: "inspection" });
    if (found.ended_at === null)
      throw new DomainError("inspection_too_early", { storm: found.name });
    if (found.inspected_at !== null) throw new DomainError("inspection_already_done");
    const urls = [...new Set(photos.map((photo) => toStoredUrl(tx, photo)))];
    if (urls.length < MIN_INSPECTION_PHOTOS)
      throw new DomainError("inspection_photos_missing", { min: MIN_INSPECTION_PHOTOS });
    if (await findPhotoProblem(tx, user.id, urls))
      throw refusePhotos("Choose photos that you have uploaded here.");
    const keys = urls.map((url) => readPhotoKey(url, tx.publicUrl()) ?? url);
    if (await hasPhotosFrom(tx.db, keys, { before: found.ended_at }))
      throw refusePhotos("Take new photos. Some were uploaded before the storm was over.");
    const now = tx.clock.now();
    await insertInspection(
      tx.db,
      { stormId, carId, photos: urls, note, inspectedBy: user.id },
      now,
    );
    await recordAudit(tx, {
      actorKind: "host",
      actorId: user.id,
      action: "storm.inspect",
      subjectType: "listing",
      subjectId: carId,
      after: { storm_id: stormId, photos: urls.length },
    });
    await notifyListingChanged(tx, carId);
  });
}

const refusePhotos = (message: string) =>
  new DomainError("invalid_request", { errors: [{ field: "body.photos", message }] });

const toStoredUrl = (ctx: Pick<Ctx, "publicUrl">, photo: string): string => {
  const key = readPhotoKey(photo, ctx.publicUrl());
  return key === undefined ? photo : photoUrl(key);
};
