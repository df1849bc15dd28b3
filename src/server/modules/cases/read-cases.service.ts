// Cases as both sides and admins read them.
import type { TripCase, TripCases } from "../../../contract/bookings/trip-cases.ts";
import {
  claimableKinds,
  claimUntil,
  leftToClaim,
  type OtherCase,
} from "../../../domain/cases/case-claim.ts";
import { reservedCents } from "../../../domain/cases/trip-case.ts";
import { DomainError } from "../../../domain/errors.ts";
import { mayAsAdmin } from "../../../domain/policies/admin.ts";
import type { BookingParty } from "../../../domain/policies/booking.ts";
import { readUsageTerms } from "../../../domain/tariff/usage-terms.ts";
import type { DataCtx, User } from "../../platform/context.ts";
import type { BookingDetails } from "../bookings/bookings.service.ts";
import { hasDepositLapsed } from "../deposits/deposits.service.ts";
import { openTrip, type OpenTrip } from "../trips/trips.service.ts";
import { authorizeForCases } from "./authorize-case.ts";
import { toTripCase } from "./case-facts.ts";
import { presentCase } from "./cases.presenter.ts";
import {
  findBookingCases,
  findPossibleDeciders,
  findRenterReview,
  findStatements,
  getCase,
  type CaseRow,
} from "./cases.repository.ts";

export interface CaseIds {
  id: string;
  case_id: string;
}

/** What the cases of a booking may cost. */
export const toOtherCases = (rows: readonly CaseRow[]): OtherCase[] =>
  rows.map((row) => ({ kind: row.kind, reservedCents: reservedCents(toTripCase(row)) }));

/** @throws DomainError not_found */
export async function readCases(ctx: DataCtx, user: User, bookingId: string): Promise<TripCases> {
  const { party, booking } = await authorizeForCases(ctx, user, bookingId, "read");
  const rows = await findBookingCases(ctx.db, bookingId);
  const trip = await openTrip(ctx, bookingId);
  return {
    cases: await present(ctx, user, { party, booking, trip, rows, all: rows }),
    claims: party === "host" ? listClaims(trip, booking, { rows, now: ctx.clock.now() }) : [],
  };
}

/** What the host can still claim. */
function listClaims(
  trip: OpenTrip,
  booking: BookingDetails,
  { rows, now }: { rows: readonly CaseRow[]; now: Date },
): TripCases["claims"] {
  const terms = readUsageTerms(booking);
  if (!terms) return [];
  const others = toOtherCases(rows);
  return claimableKinds(trip.facts, { terms, others, now }).map((kind) => ({
    kind,
    left_cents: leftToClaim(terms, kind, others),
    until: claimUntil(kind, trip.facts, terms)?.toISOString() ?? now.toISOString(),
  }));
}

/** @throws DomainError not_found */
export async function readCase(
  ctx: DataCtx,
  user: User,
  { id, case_id }: CaseIds,
): Promise<TripCase> {
  const { party, booking } = await authorizeForCases(ctx, user, id, "read");
  const trip = await openTrip(ctx, id);
  const rows = [await getCase(ctx.db, id, case_id)];
  const all = await findBookingCases(ctx.db, id);
  const [presented] = await present(ctx, user, { party, booking, trip, rows, all });
  if (!presented) throw new DomainError("not_found", { what: "case" });
  return presented;
}

async function present(
  ctx: DataCtx,
  user: User,
  {
    party,
    booking,
    trip,
    rows,
    all,
  }: {
    party: BookingParty;
    booking: BookingDetails;
    trip: OpenTrip;
    rows: readonly CaseRow[];
    all: readonly CaseRow[];
  },
): Promise<TripCase[]> {
  const terms = readUsageTerms(booking);
  if (!terms) return [];
  const ids = rows.map(({ id }) => id);
  const statements = await findStatements(ctx.db, ids);
  const review = party === "admin" ? await findRenterReview(ctx.db, booking.id) : undefined;
  const mayDecide = party === "admin" && mayAsAdmin("decide_bookings", user);
  const reader = {
    party,
    userId: user.id,
    deciders: mayDecide ? await findPossibleDeciders(ctx.db, booking) : [],
    mayDecide,
    now: ctx.clock.now(),
  };
  const others = toOtherCases(all);
  const parts = { trip, terms, others, statements, review, reader };
  const paidNothing = await hasDepositLapsed(ctx, booking.id);
  return rows.map((row) => presentCase(paidNothing ? { ...row, deposit_cents: 0 } : row, parts));
}
