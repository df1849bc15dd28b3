// A listing as the form of its host sends it.
import type { HostListing } from "../src/contract/host/host-listings.ts";

/** The listing without what only the server sets. */
export function toListingForm({
  id: _id,
  is_available: _available,
  is_approved: _approved,
  rejection_reason: _reason,
  may: _may,
  documents: _documents,
  out_of_service: _outage,
  island: _island,
  created_at: _created,
  meeting_places: places,
  ...input
}: HostListing) {
  return {
    ...input,
    meeting_places: places.map(({ place_id, fee_cents }) => ({ place_id, fee_cents })),
  };
}
