// What a host enters about a listing: the checks that the request schema can't make, and the
// columns that store it. Add-ons have tables of their own (add-ons/add-ons.service.ts).
import type { createHostListing } from "../../../../contract/host/host-listings.ts";
import type { Input } from "../../../../contract/endpoint.ts";
import { checkWireRules } from "../../../../domain/booking/booking-rules.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { DomainError, type FieldError } from "../../../../domain/errors.ts";
import { newestYear } from "../../../../domain/listing/listing.ts";
import { MIN_PHOTO, readPhotoKey, photoUrl } from "../../../../domain/listing/photo.ts";
import { checkDiscounts, readPrices, withPriceColumns } from "../../../../domain/listing/prices.ts";
import { checkDeposit } from "../../../../domain/money/deposit/deposit.ts";
import { checkDistance, checkTank } from "../../../../domain/tariff/usage-terms.ts";
import type { Ctx } from "../../../platform/context.ts";
import { findPhotoProblem } from "../../media/media.service.ts";
import { findIsland } from "../../places/places.service.ts";

type ListingInput = Omit<Input<typeof createHostListing>["body"], "id">;

const PHOTO_PROBLEMS = {
  not_own: "Choose photos that you have uploaded here.",
  too_small: `Each photo needs at least ${MIN_PHOTO.longer} × ${MIN_PHOTO.shorter} pixels.`,
};

/**
 * Photos that are new to the listing must be its host's own uploads, and large enough. @throws
 * DomainError invalid_request
 */
export async function checkPhotos(
  ctx: Pick<Ctx, "db" | "publicUrl">,
  hostId: string,
  images: readonly string[],
  shown: readonly string[],
): Promise<void> {
  const added = images.filter((image) => !shown.includes(image));
  const problem = await findPhotoProblem(ctx, hostId, added);
  if (problem)
    throw new DomainError("invalid_request", {
      errors: [{ field: "body.images", message: PHOTO_PROBLEMS[problem] }],
    });
}

/**
 * The rules that the request schema cannot express (specification section 5). @throws DomainError
 * invalid_request, discount_too_high, and the codes of checkDistance, checkTank and checkDeposit
 */
export function checkListing(ctx: Pick<Ctx, "clock">, input: ListingInput): void {
  checkDiscounts(readPrices(input));
  const extraKinds = input.extras.map(({ kind }) => kind);
  checkDistance(input, extraKinds);
  checkTank(input);
  checkDeposit(input.deposit_cents);
  const errors: FieldError[] = [];
  const newest = newestYear(todayInNassau(ctx.clock.now()));
  if (input.year > newest)
    errors.push({ field: "body.year", message: `Year must be ${newest} or earlier.` });
  if (input.images.length === 0)
    errors.push({ field: "body.images", message: "Add at least one photo." });
  if ((input.latitude === null) !== (input.longitude === null))
    errors.push({
      field: "body.latitude",
      message: "Enter both latitude and longitude, or neither.",
    });
  for (const { field, message } of checkWireRules(input))
    errors.push({ field: `body.${field}`, message });
  if (errors.length > 0) throw new DomainError("invalid_request", { errors });
}

/**
 * The storage client sends whole photo URLs. Ours are stored without the origin, which may change.
 */
function storedImage(ctx: Pick<Ctx, "publicUrl">, image: string): string {
  const key = readPhotoKey(image, ctx.publicUrl());
  return key === undefined ? image : photoUrl(key);
}

export const toColumns = (
  ctx: Pick<Ctx, "places" | "publicUrl">,
  { meeting_places: _places, extras: _extras, ...input }: ListingInput,
) => ({
  ...withPriceColumns(input),
  island: findIsland(ctx, input),
  features: [...new Set(input.features)],
  images: [...new Set(input.images.map((image) => storedImage(ctx, image)))],
});
