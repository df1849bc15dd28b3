// Writes the demo's bookings with everything that belongs to them: days, payment, the sandbox's
// record, ledger and audit rows.
import type { Insertable } from "kysely";
import { rentalDays, takenTime, toWirePeriod } from "../../domain/booking/rental-period.ts";
import type { TransitionName } from "../../domain/booking/booking.ts";
import { CHECKOUT_MINUTES } from "../../domain/booking/booking-deadlines.ts";
import { todayInNassau } from "../../domain/calendar/dates.ts";
import { formatRange } from "../../domain/text/format.ts";
import { providerFee } from "../../domain/money/ledger.ts";
import { calculateFlatCharge, type Charge } from "../../domain/money/charge.ts";
import { DEFAULT_EXCESS_CENTS } from "../../domain/tariff/tariff.ts";
import { toUsageDetails, type UsageTerms } from "../../domain/tariff/usage-terms.ts";
import { lineRows, moneyColumns } from "../modules/bookings/bookings.repository.ts";
import { bookStep } from "../modules/bookings/settlement/book-step.ts";
import { book } from "../modules/ledger/ledger.service.ts";
import { toUsageTerms } from "../modules/listings/prices/usage-terms.service.ts";
import { decideFullRefund, findRefunds } from "../modules/payments/payments.service.ts";
import { noteRefunds } from "../modules/payments/refunds.service.ts";
import { fixedClock } from "../platform/clock.ts";
import type { Db } from "../platform/database/database.ts";
import type { DataCtx } from "../platform/context.ts";
import { sandboxFee } from "../platform/payments/sandbox-states.ts";
import { toTstzrange } from "../platform/database/date-ranges.ts";
import type { AuditEventsTable, BookingsTable } from "../platform/database/schema.ts";
import type { PaymentsTable, SandboxCheckoutsTable } from "../platform/database/schema.ts";
import { toTripHistory, type TripHistory, type HistoryStep } from "./trip-histories.ts";
import type { DemoCar } from "./fleet/demo-car.ts";
import { demoId } from "./seeded-random.ts";
import { demoTrips, holdsDays } from "./trips.ts";

/** By car. */
type PumpPrices = ReadonlyMap<string, number>;

interface Booked extends TripHistory {
  id: string;
  hostId: string;
  renterId: string;
  price: Charge;
}

const iso = (instant: Date): string => instant.toISOString();
const lastStep = ({ steps }: TripHistory): HistoryStep => steps.at(-1)!;
const wasTaken = ({ steps }: TripHistory, name: TransitionName): boolean =>
  steps.some((step) => step.name === name);
const sessionId = ({ trip }: TripHistory): string =>
  `cs_test_${demoId("session", trip.name).replaceAll("-", "")}`;
const intentId = ({ trip }: TripHistory): string =>
  `pi_test_${demoId("intent", trip.name).replaceAll("-", "")}`;

async function findPumpPrices(db: Db): Promise<PumpPrices> {
  const rows = await db
    .selectFrom("car_listings as car")
    .innerJoin("pump_prices as price", "price.island", "car.island")
    .select(["car.id", "price.cents_per_gallon"])
    .execute();
  return new Map(rows.map(({ id, cents_per_gallon }) => [id, cents_per_gallon]));
}

/** The terms that its bookings keep. */
const bookedTerms = (car: DemoCar, pumpPrices: PumpPrices): UsageTerms =>
  toUsageTerms(
    {
      fuel_type: car.fuel,
      included_miles_per_day: car.distance?.includedMilesPerDay ?? null,
      price_per_mile_cents: car.distance?.pricePerMileCents ?? null,
      tank_gallons: car.tankGallons ?? null,
      deposit_cents: 0,
      pump_price_cents: pumpPrices.get(demoId("car", car.slug)) ?? null,
    },
    { damage_excess_cents: DEFAULT_EXCESS_CENTS },
  );

function bookingRow(booked: Booked, pumpPrices: PumpPrices): Insertable<BookingsTable> {
  const { trip, price, state, steps } = booked;
  const cancelled = steps.find((step) => step.after.status === "cancelled");
  return {
    id: booked.id,
    car_id: demoId("car", trip.car.slug),
    renter_id: booked.renterId,
    host_id: booked.hostId,
    ...toWirePeriod(trip.days),
    days: rentalDays(trip.days),
    status: state.status,
    payment_status: state.paymentStatus,
    ...moneyColumns(price),
    ...toUsageDetails(bookedTerms(trip.car, pumpPrices)),
    special_requests: trip.specialRequests,
    stripe_session_id: sessionId(booked),
    booking_mode: trip.car.mode,
    authorized_at: iso(booked.authorizedAt),
    lapses_at: iso(booked.lapsesAt),
    decision_reason: trip.reason,
    cancelled_by: cancelled && cancelled.by !== "provider" ? cancelled.by : null,
    created_at: iso(booked.createdAt),
    updated_at: iso(lastStep(booked).at),
  };
}

/** Our record matches the sandbox's, so that a demo booking can be cancelled and refunded. */
function paymentRows(booked: Booked): {
  payment: Insertable<PaymentsTable>;
  checkout: Insertable<SandboxCheckoutsTable>;
} {
  const { id, trip, price, createdAt } = booked;
  const captured = wasTaken(booked, "capture_succeeded");
  const refunded_cents = wasTaken(booked, "refund_succeeded") ? price.amountDueCents : 0;
  const released = wasTaken(booked, "reject") || wasTaken(booked, "lapse");
  const shared = {
    intent_id: intentId(booked),
    amount_cents: price.amountDueCents,
    currency: "usd" as const,
    refunded_cents,
    card_last4: "4242",
    created_at: iso(createdAt),
    expires_at: iso(new Date(createdAt.getTime() + CHECKOUT_MINUTES * 60_000)),
  };
  return {
    payment: {
      ...shared,
      id: demoId("payment", trip.name),
      booking_id: id,
      provider: "sandbox",
      session_id: sessionId(booked),
      checkout_url: null,
      fee_cents: captured ? sandboxFee(price.amountDueCents) : null,
      state: captured ? "captured" : released ? "voided" : "authorized",
      wanted: null,
      wanted_since: null,
      updated_at: iso(lastStep(booked).at),
    },
    checkout: {
      ...shared,
      id: sessionId(booked),
      idempotency_key: `checkout_${id}`,
      line_items: JSON.stringify(
        price.lines.map(({ label, amountCents }) => ({ name: label, amount_cents: amountCents })),
      ),
      description: `${trip.car.year} ${trip.car.make} ${trip.car.model}, ${formatRange(trip.days, todayInNassau(createdAt))}`,
      success_url: `/booking-success?session_id=${sessionId(booked)}`,
      cancel_url: `/book/${demoId("car", trip.car.slug)}`,
      client_reference_id: id,
      session_status: "complete",
      intent_status: captured ? "succeeded" : released ? "canceled" : "requires_capture",
      captured_cents: captured ? price.amountDueCents : 0,
      fee_cents: captured ? sandboxFee(price.amountDueCents) : 0,
    },
  };
}

const stateRow = (state: HistoryStep["before"]): string | null =>
  state &&
  JSON.stringify({
    status: state.status,
    payment_status: state.paymentStatus,
    approving: state.approving,
  });

const auditRows = (booked: Booked): Insertable<AuditEventsTable>[] =>
  booked.steps.map(({ name, by, at, before, after }) => ({
    at: iso(at),
    actor_kind: by,
    actor_id: by === "renter" ? booked.renterId : by === "host" ? booked.hostId : null,
    action: `booking.${name}`,
    subject_type: "booking",
    subject_id: booked.id,
    before: stateRow(before),
    after: stateRow(after),
    reason: name === "reject" || name === "cancel_by_host" ? booked.trip.reason : null,
  }));

/** Posts the money that a step moved, at its time. */
async function moveMoney(
  ctx: DataCtx,
  { id, hostId, renterId, price, trip }: Booked,
  { name, by }: HistoryStep,
): Promise<void> {
  const money = {
    id,
    renterId,
    hostId,
    amountDueCents: price.amountDueCents,
    creditCents: 0,
    hostShareCents: price.hostShareCents,
  };
  await bookStep(ctx, name, money);
  if (name === "capture_succeeded")
    await book(
      ctx,
      `booking:${id}:provider_fee`,
      providerFee(sandboxFee(price.amountDueCents)),
      id,
    );
  if (by === "renter" && name === "cancel_by_renter")
    await decideFullRefund(ctx, money, { id, actorKind: by, actorId: renterId, reason: null });
  if (by === "host" && name === "cancel_by_host")
    await decideFullRefund(ctx, money, {
      id,
      actorKind: by,
      actorId: hostId,
      reason: trip.reason,
    });
  if (name === "refund_succeeded")
    await noteRefunds(ctx, id, { made: await findRefunds(ctx.db, id), refusals: [] });
}

/**
 * Writes every booking of the demo as of now. Call it in the transaction that has written people
 * and cars.
 */
export async function writeBookings(ctx: DataCtx): Promise<void> {
  const now = ctx.clock.now();
  const all: Booked[] = demoTrips(todayInNassau(now)).map((trip) => ({
    ...toTripHistory(trip, now),
    id: demoId("booking", trip.name),
    hostId: demoId("person", trip.car.host),
    renterId: demoId("person", trip.renter),
    price: calculateFlatCharge({
      pricePerDayCents: trip.car.pricePerDayCents,
      days: rentalDays(trip.days),
    }),
  }));
  const payments = all.map(paymentRows);
  const days = all
    .filter(({ trip }) => holdsDays(trip))
    .map(({ id, trip, createdAt }) => ({
      id: demoId("days", trip.name),
      car_id: demoId("car", trip.car.slug),
      kind: "booking" as const,
      booking_id: id,
      during: toTstzrange(takenTime(trip.days, 0)),
      created_at: iso(createdAt),
    }));
  const pumpPrices = await findPumpPrices(ctx.db);
  const rows = all.map((booked) => bookingRow(booked, pumpPrices));
  await ctx.db.insertInto("bookings").values(rows).execute();
  await ctx.db
    .insertInto("booking_lines")
    .values(all.flatMap(({ id, price }) => lineRows(id, price)))
    .execute();
  await ctx.db.insertInto("car_calendar").values(days).execute();
  await ctx.db
    .insertInto("sandbox_checkouts")
    .values(payments.map((each) => each.checkout))
    .execute();
  const audit = all.flatMap(auditRows).toSorted((a, b) => (a.at < b.at ? -1 : 1));
  await ctx.db.insertInto("audit_events").values(audit).execute();
  for (const booked of all)
    for (const step of booked.steps)
      await moveMoney({ ...ctx, clock: fixedClock(step.at) }, booked, step);
  // Written last, so that no past refund is still requested from the provider.
  await ctx.db
    .insertInto("payments")
    .values(payments.map((each) => each.payment))
    .execute();
}
