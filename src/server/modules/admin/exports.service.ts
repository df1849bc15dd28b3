// Complete lists as CSV. Amounts of money are in dollars.
import { PRICING_FIELDS } from "../../../domain/listing/prices.ts";
import { rentalDays, toRentalPeriod } from "../../../domain/booking/rental-period.ts";
import { shownPayment, shownStatus } from "../../../domain/booking/shown-status.ts";
import { CHARGE_CODES, type ChargeCode } from "../../../domain/money/charge-line.ts";
import { dollarsToCents } from "../../../domain/money/money.ts";
import type { Ctx, DataCtx, DbCtx } from "../../platform/context.ts";
import {
  CSV_PAGE,
  nextPosition,
  toCsv,
  type Amount,
  type Cell,
  type Columns,
} from "../../platform/csv.ts";
import type { Position } from "../../platform/database/cursor.ts";
import { searchAudit } from "../../platform/database/audit-log.ts";
import {
  findUsers,
  presentUserRow,
  userSearch,
  type UsersQuery,
} from "../accounts/admin-users.service.ts";
import {
  adminBookingSearch,
  findAdminPage,
  planSearch,
  presentAdminBooking,
  type AdminBookingsQuery,
} from "../bookings/admin/admin-bookings.service.ts";
import {
  reviewSearch,
  type ReviewQuery,
  type ListingReviewRow,
  presentReviewRows,
} from "../listings/review/listing-review.service.ts";
import { findReviewPage } from "../listings/listings.service.ts";
import { auditSearch, presentAudit, type AuditQuery } from "./admin.service.ts";

type ExportedUser = ReturnType<typeof presentUserRow>;
const USER_COLUMNS: Columns<ExportedUser> = {
  id: (user) => user.id,
  first_name: (user) => user.first_name,
  last_name: (user) => user.last_name,
  email: (user) => user.email,
  phone: (user) => user.phone,
  roles: (user) => user.roles.join(" "),
  admin_role: (user) => user.admin_role,
  is_email_confirmed: (user) => user.is_email_confirmed,
  suspended_at: (user) => user.suspended_at,
  last_sign_in_at: (user) => user.last_sign_in_at,
  created_at: (user) => user.created_at,
};

export const exportUsers = (ctx: DbCtx, query: UsersQuery): AsyncGenerator<string> =>
  toCsv(USER_COLUMNS, async (after: Position | undefined) => {
    const rows = await findUsers(ctx.db, userSearch(query), { after, limit: CSV_PAGE });
    return { rows: rows.map(presentUserRow), next: nextPosition(rows) };
  });

const toAmount = (cents: number | null | undefined): Amount | null =>
  typeof cents === "number" ? { cents } : null;

type ExportedListing = Awaited<ReturnType<typeof presentReviewRows>>[number];
const documentColumn = (
  listing: ExportedListing,
  kind: ExportedListing["documents"][number]["kind"],
): Cell => {
  const document = listing.documents.find((each) => each.kind === kind);
  return document?.expires_on ?? document?.state ?? null;
};
const LISTING_COLUMNS: Columns<ExportedListing> = {
  id: (listing) => listing.id,
  title: (listing) => listing.title,
  year: (listing) => listing.year,
  make: (listing) => listing.make,
  model: (listing) => listing.model,
  license_plate: (listing) => listing.license_plate,
  location: (listing) => listing.location,
  ...Object.fromEntries(
    PRICING_FIELDS.map((field) => [
      field,
      ({ [field]: value }: ExportedListing): Cell =>
        Array.isArray(value) ? value.join(" ") : value,
    ]),
  ),
  included_miles_per_day: (listing) => listing.included_miles_per_day,
  price_per_mile: (listing) => toAmount(listing.price_per_mile_cents),
  tank_gallons: (listing) => listing.tank_gallons,
  deposit: (listing) => toAmount(listing.deposit_cents),
  is_approved: (listing) => listing.is_approved,
  is_available: (listing) => listing.is_available,
  rejection_reason: (listing) => listing.rejection_reason,
  self_drive_plate: (listing) => documentColumn(listing, "self_drive_plate"),
  insurance: (listing) => documentColumn(listing, "insurance"),
  inspection: (listing) => documentColumn(listing, "inspection"),
  host_id: (listing) => listing.host.id,
  host: (listing) => `${listing.host.first_name} ${listing.host.last_name}`,
  host_email: (listing) => listing.host.email,
  created_at: (listing) => listing.created_at,
  updated_at: (listing) => listing.updated_at,
};

export async function* exportListings(
  ctx: Pick<Ctx, "db" | "clock" | "sms">,
  query: ReviewQuery,
): AsyncGenerator<string> {
  const search = await reviewSearch(ctx, query);
  yield* toCsv(LISTING_COLUMNS, async (after: ListingReviewRow | undefined) => {
    const rows = await findReviewPage(ctx.db, search, { after, limit: CSV_PAGE });
    return { rows: await presentReviewRows(ctx, rows), next: nextPosition(rows) };
  });
}

type ExportedBooking = ReturnType<typeof presentAdminBooking>;
const selectLines = ({ lines }: ExportedBooking, requested: ChargeCode) =>
  lines.filter(({ code }) => code === requested);
const sumColumn =
  (code: ChargeCode) =>
  (booking: ExportedBooking): Amount => ({
    cents: selectLines(booking, code).reduce((sum, { amount_cents }) => sum + amount_cents, 0),
  });
/** The rental has no column: it is the total_amount without the discount. */
const LINE_COLUMNS: Record<Exclude<ChargeCode, "rental">, string> = {
  discount: "discount",
  meeting_place: "meeting_place_fee",
  extra: "extras",
  service_fee: "service_fee",
  processing_fee: "processing_fee",
  credit: "credit",
};
const BOOKING_COLUMNS: Columns<ExportedBooking> = {
  id: (booking) => booking.id,
  number: (booking) => booking.number,
  status: ({ status, dispute }) => (dispute ? shownStatus(status, dispute).label : status),
  payment_status: ({ payment_status: status, dispute }) =>
    dispute ? shownPayment(status, dispute).label : status,
  car_id: (booking) => booking.car.id,
  car: (booking) => `${booking.car.year} ${booking.car.make} ${booking.car.model}`,
  title: (booking) => booking.car.title,
  location: (booking) => booking.car.location,
  meeting_place: (booking) => booking.meeting_place?.name ?? null,
  extra_labels: (booking) =>
    selectLines(booking, "extra")
      .map(({ label }) => label)
      .join("; "),
  start_date: (booking) => booking.start_date,
  end_date: (booking) => booking.end_date,
  pickup_time: (booking) => booking.pickup_time,
  return_time: (booking) => booking.return_time,
  days: (booking) => rentalDays(toRentalPeriod(booking)),
  price_per_day: (booking) => ({ cents: dollarsToCents(booking.price_per_day) }),
  total_amount: (booking) => ({ cents: dollarsToCents(booking.total_amount) }),
  tariff_version: ({ usage_terms: terms }) => terms?.tariff_version ?? null,
  ceiling: ({ usage_terms: terms }) => toAmount(terms?.ceiling_cents),
  included_miles_per_day: ({ usage_terms: terms }) => terms?.included_miles_per_day ?? null,
  price_per_mile: ({ usage_terms: terms }) => toAmount(terms?.price_per_mile_cents),
  level_charge: ({ usage_terms: terms }) => terms?.level_charge ?? null,
  tank_gallons: ({ usage_terms: terms }) => terms?.tank_gallons ?? null,
  pump_price: ({ usage_terms: terms }) => toAmount(terms?.pump_price_cents),
  deposit: ({ usage_terms: terms }) => toAmount(terms?.deposit_cents),
  ...Object.fromEntries(
    CHARGE_CODES.flatMap((code) =>
      code === "rental" ? [] : [[LINE_COLUMNS[code], sumColumn(code)] as const],
    ),
  ),
  amount_due: (booking) => ({ cents: booking.amount_due_cents }),
  host_share: (booking) => ({ cents: booking.host_share_cents ?? 0 }),
  refunded: (booking) => ({ cents: booking.refunded_cents }),
  credit_returned: (booking) => ({ cents: booking.credit_returned_cents }),
  refund_pending: (booking) => ({ cents: booking.refund_pending_cents }),
  borne_by_host: (booking) => ({ cents: booking.borne_by_host_cents ?? 0 }),
  renter_id: (booking) => booking.renter_id,
  renter: (booking) => `${booking.renter.first_name} ${booking.renter.last_name}`,
  renter_email: (booking) => booking.renter.email,
  host_id: (booking) => booking.host_id,
  host: (booking) => `${booking.car.host.first_name} ${booking.car.host.last_name}`,
  host_email: (booking) => booking.car.host.email,
  booking_mode: (booking) => booking.booking_mode,
  decision_reason: (booking) => booking.decision_reason,
  stripe_session_id: (booking) => booking.stripe_session_id,
  created_at: (booking) => booking.created_at,
};

export async function* exportBookings(
  ctx: DataCtx,
  query: AdminBookingsQuery,
): AsyncGenerator<string> {
  const search = await adminBookingSearch(ctx, query);
  const plan = await planSearch(ctx.db, search);
  yield* toCsv(BOOKING_COLUMNS, async (after: Position | undefined) => {
    const { rows, next } = await findAdminPage(ctx.db, search, plan, { after, limit: CSV_PAGE });
    return { rows: rows.map((row) => presentAdminBooking(row, ctx.clock.now())), next };
  });
}

type ExportedAudit = Awaited<ReturnType<typeof presentAudit>>[number];
const AUDIT_COLUMNS: Columns<ExportedAudit> = {
  id: (event) => event.id,
  at: (event) => event.at,
  actor_kind: (event) => event.actor_kind,
  actor_id: (event) => event.actor?.id ?? null,
  actor: (event) => event.actor?.name ?? null,
  action: (event) => event.action,
  subject_type: (event) => event.subject_type,
  subject_id: (event) => event.subject_id,
  subject: (event) => event.subject,
  before: (event) => event.before && JSON.stringify(event.before),
  after: (event) => event.after && JSON.stringify(event.after),
  reason: (event) => event.reason,
};

export async function* exportAudit(ctx: DbCtx, query: AuditQuery): AsyncGenerator<string> {
  const { search } = await auditSearch(ctx, query);
  yield* toCsv(AUDIT_COLUMNS, async (after: Position | undefined) => {
    const rows = await searchAudit(ctx, search, { after, limit: CSV_PAGE });
    const last = rows.length === CSV_PAGE ? rows.at(-1) : undefined;
    return {
      rows: await presentAudit(ctx, rows),
      next: last && { key: last.key, id: String(last.id) },
    };
  });
}
