// Endpoints for drafts of new listings: a host begins on one device and finishes on another.
import { z } from "zod";
import { LISTING_LENGTHS, MAX_PHOTOS } from "../../domain/listing/listing.ts";
import { LISTING_DRAFT_DAYS, MAX_LISTING_DRAFTS } from "../../domain/listing/listing-draft.ts";
import { id, instant, line, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { listingInput } from "./host-listings.ts";

const LONGEST_TEXT = Math.max(...Object.values(LISTING_LENGTHS));

/**
 * The form's fields as typed. A draft may be incomplete and wrong, so only its shape and size are
 * checked. The listing itself is checked when it is created.
 */
const draftContent = z.partialRecord(
  listingInput.keyof(),
  z.union([
    text(LONGEST_TEXT),
    z.array(z.union([line(300), z.record(line(40), line(300))])).max(MAX_PHOTOS),
  ]),
);

const listingDraftSchema = z
  .object({
    id: id.describe("The listing that is created from the draft gets the same id."),
    version: z.int().min(1).describe("Grows by one with each change."),
    content: draftContent,
    updated_at: instant.describe(
      `Of the last change. ${LISTING_DRAFT_DAYS} days later the draft is deleted.`,
    ),
  })
  .meta({ id: "ListingDraft" });
export type ListingDraft = z.infer<typeof listingDraftSchema>;

const own = { params: z.strictObject({ id }) };

export const listListingDrafts = endpoint({
  method: "GET",
  path: "/api/host/listing-drafts",
  access: "signed_in",
  policy: "host_area.enter",
  summary: "The host's own drafts of new listings, last changed first.",
  output: z.object({ drafts: z.array(listingDraftSchema) }),
  errors: ["forbidden"],
});

export const saveListingDraft = endpoint({
  method: "PUT",
  path: "/api/host/listing-drafts/{id}",
  access: "signed_in",
  policy: "host_area.enter",
  summary: `Saves a draft of a new listing. A host may have ${MAX_LISTING_DRAFTS}. Creating the listing deletes its draft.`,
  ...own,
  body: z.strictObject({
    version: z
      .int()
      .min(0)
      .describe("The version that was changed, or 0 for a new draft. Another one is refused."),
    content: draftContent,
  }),
  output: listingDraftSchema,
  errors: ["forbidden", "not_found", "draft_changed", "too_many_drafts", "listing_id_taken"],
});

export const deleteListingDraft = endpoint({
  method: "DELETE",
  path: "/api/host/listing-drafts/{id}",
  access: "signed_in",
  policy: "host_area.enter",
  summary: "Discards one of the host's own drafts. Succeeds even if there is none.",
  ...own,
  output: z.object({ deleted: z.literal(true) }),
  errors: ["forbidden"],
});
