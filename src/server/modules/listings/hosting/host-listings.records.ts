// Completes listings with what other tables say about the cars.
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import type { ListingParty } from "../../../../domain/policies/listing.ts";
import type { DataCtx } from "../../../platform/context.ts";
import { nextOutages } from "../../calendar/calendar.service.ts";
import { findAddOns } from "../add-ons/add-ons.repository.ts";
import { toDocuments } from "../car-documents/car-documents.service.ts";
import { presentHostListing } from "../listings.presenter.ts";
import type { ListingRow } from "./host-listings.repository.ts";

/** Listings with their documents and outages. */
export async function presentedAll(
  ctx: DataCtx,
  rows: readonly ListingRow[],
  reader: ListingParty = "host",
): Promise<HostListing[]> {
  const ids = rows.map((row) => row.id);
  const documents = await toDocuments(ctx, ids);
  const addOns = await findAddOns(ctx.db, ids);
  const outages = await nextOutages(ctx, ids);
  return rows.map((row) =>
    presentHostListing(
      row,
      {
        documents: documents.get(row.id) ?? [],
        outage: outages.get(row.id),
        addOns: addOns(row.id),
      },
      reader,
    ),
  );
}

export async function presented(
  ctx: DataCtx,
  row: ListingRow,
  reader: ListingParty = "host",
): Promise<HostListing> {
  return (await presentedAll(ctx, [row], reader))[0]!;
}
