// SQL for the charges that tax documents are about: those of bookings, of their changes, and after
// them, each with its refunds.
import { sql } from "kysely";
import type { RefundBearer } from "../../../domain/money/refund.ts";
import { laterChargeLine, type TaxedLine } from "../../../domain/money/vat/vat.ts";
import type { UsageKind } from "../../../domain/tariff/tariff.ts";
import type { Db } from "../../platform/database/database.ts";

/** A charge, with what its tax documents depend on. */
export interface TaxedSale {
  bookingId: string;
  /** The charge after the booking; null for the charge of the booking. */
  laterChargeId: string | null;
  renterId: string;
  hostId: string;
  isCancelled: boolean;
  isEarned: boolean;
  hostShareCents: number;
  lines: TaxedLine[];
  /** When we learned that the card was charged: the tax point. */
  chargedAt: string;
  /** The partial refunds decided so far. */
  refunds: { bearer: RefundBearer; amountCents: number; byHostCents: number }[];
}

/** Identifies a booking's own charge, or one after it. */
export type SaleIds = Pick<TaxedSale, "bookingId" | "laterChargeId">;

/** Undefined if the booking was never charged. */
export async function findTaxedBooking(db: Db, bookingId: string): Promise<TaxedSale | undefined> {
  const { rows } = await sql<TaxedSale>`
    select b.id as "bookingId", null as "laterChargeId",
      b.renter_id as "renterId", b.host_id as "hostId", b.status = 'cancelled' as "isCancelled",
      b.status = 'completed' as "isEarned", first.host_share as "hostShareCents", charge.at as "chargedAt",
      (select json_agg(json_build_object('code', code, 'label', label,
        'amountCents', amount_cents, 'earner', earner) order by position)
        from booking_lines where booking_id = b.id and change_id is null) as lines,
      (select coalesce(json_agg(json_build_object('bearer', borne_by, 'amountCents', amount_cents,
        'byHostCents', borne_by_host_cents)), '[]')
        from refunds where booking_id = b.id and later_charge_id is null and borne_by is not null) as refunds
    from bookings b join ledger_transactions charge on charge.booking_id = b.id and charge.kind = 'captured'
      cross join lateral (
        -- Rounded half up, like every share.
        select (coalesce(sum(amount_cents), 0) * b.host_share_basis_points + 5000)::bigint / 10000 as host_share
        from booking_lines where booking_id = b.id and change_id is null and earner = 'host') as first
    where b.id = ${bookingId}`.execute(db);
  return rows[0];
}

/**
 * The payment of a change, with its lines and what the host additionally earns. Undefined if it is
 * not paid.
 */
export async function findTaxedChange(db: Db, id: string): Promise<TaxedSale | undefined> {
  const { rows } = await sql<TaxedSale>`
    select b.id as "bookingId", c.id as "laterChargeId", b.renter_id as "renterId", b.host_id as "hostId",
      b.status = 'cancelled' as "isCancelled", b.status = 'completed' as "isEarned", charge.at as "chargedAt",
      -- The shares of all charges of a booking add up to its own.
      (until.host * b.host_share_basis_points + 5000)::bigint / 10000
        - ((until.host - lines.host) * b.host_share_basis_points + 5000)::bigint / 10000 as "hostShareCents",
      lines.all as lines,
      (select coalesce(json_agg(json_build_object('bearer', borne_by, 'amountCents', amount_cents,
        'byHostCents', borne_by_host_cents)), '[]')
        from refunds where later_charge_id = c.id and borne_by is not null) as refunds
    from later_charges c join bookings b on b.id = c.booking_id
      join ledger_transactions charge on charge.key = 'later_charge:' || c.id || ':charged'
      cross join lateral (
        select json_agg(json_build_object('code', code, 'label', label,
            'amountCents', amount_cents, 'earner', earner) order by position) as all,
          coalesce(sum(amount_cents) filter (where earner = 'host'), 0) as host, max(position) as last
        from booking_lines where change_id = c.change_id) as lines
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as host
        from booking_lines where booking_id = b.id and earner = 'host' and position <= lines.last) as until
    where c.id = ${id} and c.applied`.execute(db);
  return rows[0];
}

/** The payments of a booking's changes that took effect, by their ids, oldest first. */
export const findPaidChanges = async (db: Db, bookingId: string): Promise<string[]> =>
  (
    await db
      .selectFrom("later_charges")
      .select("id")
      .where("booking_id", "=", bookingId)
      .where("applied", "=", true)
      .orderBy("paid_at")
      .orderBy("id")
      .execute()
  ).map(({ id }) => id);

/** The part of a refund decision that returns a payment; undefined if none of it is returned. */
export const findRefundPart = async (
  db: Db,
  decisionId: string,
  laterChargeId: string | null,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom("refunds")
      .select("id")
      .where("decision_id", "=", decisionId)
      .where("later_charge_id", "is not distinct from", laterChargeId)
      // The booking's own charge is returned to the card, and then as credit.
      .orderBy("position")
      .executeTakeFirst()
  )?.id;

/** A charge after the booking, which is earned once it is paid. Undefined if it is not paid,
 * or has no tax documents because it follows from a case: compensation is no supply. */
export async function findTaxedLaterCharge(db: Db, id: string): Promise<TaxedSale | undefined> {
  type Row = Omit<TaxedSale, "lines" | "isCancelled" | "isEarned"> & {
    kind: UsageKind;
    amountCents: number;
  };
  const { rows } = await sql<Row>`
    select c.booking_id as "bookingId", c.id as "laterChargeId", b.renter_id as "renterId", b.host_id as "hostId",
      c.host_share_cents as "hostShareCents", c.kind, c.amount_cents as "amountCents", charge.at as "chargedAt",
      (select coalesce(json_agg(json_build_object('bearer', borne_by, 'amountCents', amount_cents,
        'byHostCents', borne_by_host_cents)), '[]')
        from refunds where later_charge_id = c.id) as refunds
    from later_charges c join bookings b on b.id = c.booking_id
      join ledger_transactions charge on charge.key = 'later_charge:' || c.id || ':charged'
    where c.id = ${id} and c.kind <> 'change' and c.has_tax_documents`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { kind, amountCents, ...sale } = row;
  return {
    ...sale,
    isCancelled: false,
    isEarned: true,
    lines: [laterChargeLine(kind, amountCents)],
  };
}
