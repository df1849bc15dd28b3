// Listings as admins review them: with their documents, gaps, warnings and changes.
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import type { CarDocument } from "../../../../contract/host/car-documents.ts";
import {
  DOCUMENT_KINDS,
  documentWarnings,
  type DocumentKind,
} from "../../../../domain/listing/car-documents.ts";
import { todayInNassau, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { textsWithContacts } from "../../../../domain/listing/listing-masking.ts";
import {
  changesSince,
  isTooOld,
  type ReviewedListing,
} from "../../../../domain/listing/listing-review.ts";
import {
  listNeededDocuments,
  type CheckedDocument,
  type NeededDocument,
} from "../../../../domain/listing/required-documents.ts";
import { findReviewGaps, type ReviewFacts } from "../../../../domain/listing/review-gaps.ts";
import { nameExtra } from "../../../../domain/listing/add-ons/extras.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { toPriceDetails, toPrices } from "../../../../domain/listing/prices.ts";
import type { Ctx } from "../../../platform/context.ts";
import { holdSettings, readSettings } from "../../identity/identity.service.ts";
import { findAddOns, type StoredAddOns } from "../add-ons/add-ons.repository.ts";
import { toDocuments } from "../car-documents/car-documents.service.ts";
import type { ListingRow } from "../hosting/host-listings.repository.ts";
import { presentHostListing } from "../listings.presenter.ts";
import { findSeenDocuments, type ListingReviewRow } from "./listing-review.repository.ts";

export type ReviewCtx = Pick<Ctx, "db" | "clock" | "sms">;

/** "Cooler ($5.00 a trip)" */
const namePricedExtra = (extra: StoredAddOns["extras"][number]): string =>
  `${nameExtra(extra)} (${formatUsd(extra.price_cents)} a ${extra.per})`;

/** The state of a listing that is stored with an approval. */
export const toReviewedListing = (
  row: ListingRow,
  documents: readonly CarDocument[],
  addOns: StoredAddOns,
): ReviewedListing => ({
  make: row.make,
  model: row.model,
  year: row.year,
  license_plate: row.license_plate,
  title: row.title,
  description: row.description,
  color: row.color,
  ...toPriceDetails(toPrices(row)),
  included_miles_per_day: row.included_miles_per_day,
  price_per_mile_cents: row.price_per_mile_cents,
  tank_gallons: row.tank_gallons,
  deposit_cents: row.deposit_cents,
  meeting_places: addOns.meetingPlaces.map(
    ({ name, fee_cents }) => `${name} (${formatUsd(fee_cents)})`,
  ),
  extras: addOns.extras.filter(({ kind }) => kind !== "custom").map(namePricedExtra),
  custom_extras: addOns.extras.flatMap(({ description }) => description ?? []),
  custom_extra_prices: addOns.extras.filter(({ kind }) => kind === "custom").map(namePricedExtra),
  booking_mode: row.booking_mode,
  location: row.location,
  island: row.island,
  latitude: row.latitude,
  longitude: row.longitude,
  pickup_instructions: row.pickup_instructions,
  body_type: row.body_type,
  transmission: row.transmission,
  fuel_type: row.fuel_type,
  seats: row.seats,
  features: row.features,
  images: row.images,
  self_drive_plate: findReviewedDocument(documents, "self_drive_plate"),
  insurance: findReviewedDocument(documents, "insurance"),
  inspection: findReviewedDocument(documents, "inspection"),
});

function findReviewedDocument(
  documents: readonly CarDocument[],
  kind: DocumentKind,
): string[] | null {
  const document = documents.find((each) => each.kind === kind);
  return document
    ? [document.created_at, ...(document.expires_on === null ? [] : [document.expires_on])]
    : null;
}

/** Listings with their warnings and the changes since their approval. */
export async function presentReviewRows(
  ctx: ReviewCtx,
  rows: readonly ListingReviewRow[],
): Promise<AdminListing[]> {
  const today = todayInNassau(ctx.clock.now());
  const ids = rows.map((row) => row.id);
  const [settings, documents, seen, addOns] = await Promise.all([
    readSettings(ctx.db),
    toDocuments(ctx, ids),
    findSeenDocuments(ctx.db, ids),
    findAddOns(ctx.db, ids),
  ]);
  return rows.map((row) => {
    const shown = presentDocuments(documents.get(row.id) ?? [], seen, today);
    return {
      ...presentHostListing(
        row,
        { documents: [], outage: undefined, addOns: addOns(row.id) },
        "admin",
      ),
      host: {
        id: row.host_id,
        first_name: row.host_first_name,
        last_name: row.host_last_name,
        email: row.host_email,
        is_suspended: row.host_suspended_at !== null,
      },
      reviewed_at: row.reviewed_at,
      unreviewed_since: row.unreviewed_since,
      words_with_contacts: textsWithContacts({ ...row, extras: addOns(row.id).extras }),
      is_too_old: isTooOld(row.year, today),
      documents: shown,
      needed_documents: settings.documents_required
        ? listNeededDocuments(toChecked(documents.get(row.id) ?? [], seen), today)
        : [],
      gaps: findReviewGaps(toReviewFacts(row, shown, ctx.sms.isOffered)),
      changes:
        row.approved_with === null
          ? null
          : presentChanges(
              row.approved_with as Partial<ReviewedListing>,
              toReviewedListing(row, documents.get(row.id) ?? [], addOns(row.id)),
            ),
    };
  });
}

/** The documents, with whether an admin has opened each of them. */
const toChecked = (
  documents: readonly CarDocument[],
  seen: ReadonlySet<string>,
): CheckedDocument[] => documents.map((each) => ({ ...each, is_seen: seen.has(each.id) }));

/**
 * The documents that a car still needs; none if the marketplace requires none. Call it with
 * the car locked: a document is stored and removed under the same lock. The settings can't change
 * before the end of the transaction.
 */
export async function findNeededDocuments(
  ctx: Pick<Ctx, "db" | "clock">,
  carId: string,
): Promise<NeededDocument[]> {
  if (!(await holdSettings(ctx.db)).documents_required) return [];
  const documents = (await toDocuments(ctx, [carId])).get(carId) ?? [];
  const seen = await findSeenDocuments(ctx.db, [carId]);
  return listNeededDocuments(toChecked(documents, seen), todayInNassau(ctx.clock.now()));
}

const toReviewFacts = (
  row: ListingReviewRow,
  documents: AdminListing["documents"],
  canVerifyPhone: boolean,
): ReviewFacts => ({
  host: {
    isPhoneVerified: row.host_phone_verified_at !== null,
    canVerifyPhone,
    identity: row.host_identity,
    hasDateOfBirth: row.host_date_of_birth !== null,
    hasPayoutDetails: row.host_has_payout_details,
  },
  car: row,
  documents: documents
    .filter(({ state }) => state === "valid" || state === "expires_soon")
    .map(({ kind }) => kind),
});

function presentDocuments(
  documents: readonly CarDocument[],
  seen: ReadonlySet<string>,
  today: CalendarDate,
): AdminListing["documents"] {
  const warnings = documentWarnings(documents, today);
  return DOCUMENT_KINDS.map((kind) => {
    const document = documents.find((each) => each.kind === kind);
    const warning = warnings.find((each) => each.kind === kind);
    return {
      kind,
      id: document?.id ?? null,
      state: warning?.warning ?? "valid",
      expires_on: document?.expires_on ?? null,
      inspected_on: document?.inspected_on ?? null,
      is_seen: document !== undefined && seen.has(document.id),
    };
  });
}

const presentChanges = (
  approved: Partial<ReviewedListing>,
  now: ReviewedListing,
): AdminListing["changes"] => changesSince(approved, now) as AdminListing["changes"];
