// Loads a trip with the facts that its rules need.
import { toRentalPeriod } from "../../../domain/booking/rental-period.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { EntryContent, HandoverKind, TripEntry } from "../../../domain/trip/entry.ts";
import { foldEntries, type Handovers } from "../../../domain/trip/handover.ts";
import { isRecordable, type TripFacts } from "../../../domain/trip/trip.ts";
import { partiesToBooking } from "../../../domain/policies/booking.ts";
import { authorize } from "../../../domain/policies/policy.ts";
import {
  RUNNER_ACTIONS,
  TRIP_POLICY,
  type RunnerAction,
  type TripParty,
} from "../../../domain/policies/trip/trip.ts";
import type { DbCtx, User } from "../../platform/context.ts";
import { findStormsAt } from "../bookings/storms/storms.service.ts";
import { hasRight } from "../helpers/rights.service.ts";
import {
  findEntries,
  findNextPickup,
  findTrip,
  type TripEntryRow,
  type TripRow,
} from "./trips.repository.ts";

export interface OpenTrip {
  row: TripRow;
  /** In the order in which they were received. */
  rows: readonly TripEntryRow[];
  entries: readonly TripEntry[];
  handovers: Handovers;
  facts: TripFacts;
}

const toEntry = ({ made_at, received_at, ...row }: TripEntryRow): TripEntry => {
  const { id, handover, side, kind, content } = row;
  return {
    id,
    handover,
    side,
    // The phone's clock may have been a few minutes fast.
    at: made_at < received_at ? made_at : received_at,
    content: { kind, ...content } as EntryContent,
  };
};

/** Whether the level is in percent, by the booked car: the host may change the car later. */
export const usesPercent = ({ row }: Pick<OpenTrip, "row">): boolean =>
  row.level_charge === null ? row.fuel_type === "electric" : row.level_charge === "charging";

/** What checkEntry needs to know about a trip. */
export const toOccasion = (trip: OpenTrip) => ({
  facts: trip.facts,
  entries: trip.entries,
  usesPercent: usesPercent(trip),
});

/** @throws DomainError not_found */
export async function openTrip({ db }: DbCtx, bookingId: string): Promise<OpenTrip> {
  const row = await findTrip(db, bookingId);
  if (!row) throw new DomainError("not_found", { what: "booking" });
  const rows = await findEntries(db, bookingId);
  const entries = rows.map(toEntry);
  const handovers = foldEntries(entries);
  const confirmedAt = (handover: HandoverKind): Date | null => {
    const { confirmation } = handovers[handover];
    return confirmation && new Date(confirmation.at);
  };
  const returnedAt = confirmedAt("return");
  const { returnNotice } = handovers.return;
  const lockboxConfirmedAt = (handover: HandoverKind): Date | null => {
    const { confirmation } = handovers[handover];
    const received = rows.find(({ id }) => id === confirmation?.id);
    return received && confirmation?.content.by === "lockbox"
      ? new Date(received.received_at)
      : null;
  };
  return {
    row,
    rows,
    entries,
    handovers,
    facts: {
      status: row.status,
      period: toRentalPeriod(row),
      approvedAt: new Date(row.approved_at),
      confirmedAt: { pickup: confirmedAt("pickup"), return: returnedAt },
      returnNoticedAt: returnNotice && new Date(returnNotice.at),
      lockboxConfirmedAt: {
        pickup: lockboxConfirmedAt("pickup"),
        return: lockboxConfirmedAt("return"),
      },
      isReturnOneSided: handovers.return.confirmation?.content.by === "host",
      cancelledAt: row.cancelled_at === null ? null : new Date(row.cancelled_at),
      nextPickupAt: returnedAt && (await findNextPickup(db, row, returnedAt)),
      storms: await findStormsAt(db, row.car_id),
    },
  };
}

/** @throws DomainError handover_already_confirmed, trip_on_hold */
export function checkOpen({ row, handovers }: OpenTrip, handover: HandoverKind): void {
  const { confirmation } = handovers[handover];
  if (confirmation)
    throw new DomainError("handover_already_confirmed", { confirmed_at: confirmation.at });
  if (row.on_hold && handover === "pickup") throw new DomainError("trip_on_hold");
}

/** Somebody without an account, who has the open link of one handover (runner-links). */
export interface Runner {
  linkId: string;
  bookingId: string;
  handover: HandoverKind;
  hostId: string;
  /** @throws DomainError the codes of checkRunnerLink, by what the transaction reads */
  checkLink: (ctx: DbCtx, trip: OpenTrip) => Promise<void>;
}
/** Who takes an action on a trip. */
export type TripActor = User | Runner;
const isRunner = (actor: TripActor): actor is Runner => "linkId" in actor;

/** A person who acts for the host. The audit log names them. */
export interface Delegate {
  kind: "helper" | "runner";
  /** The account of a helper, or the id of a runner's link. */
  id: string;
}

/** The account that an entry belongs to. A runner has no account, so it is the host's. */
export const authorId = (actor: TripActor): string => (isRunner(actor) ? actor.hostId : actor.id);

type PartyFor<A extends keyof typeof TRIP_POLICY> = (typeof TRIP_POLICY)[A]["who"][number];

interface OpenedTrip<A extends keyof typeof TRIP_POLICY> {
  trip: OpenTrip;
  party: PartyFor<A> | "runner";
  /** Helpers and runners record for the host. */
  side: Exclude<PartyFor<A>, "helper">;
  delegate: Delegate | undefined;
}

/**
 * Opens a trip for somebody who wants to take an action on it.
 * @throws DomainError not_found, forbidden, no_trip
 */
export async function openTripFor<A extends keyof typeof TRIP_POLICY>(
  ctx: DbCtx,
  actor: TripActor,
  bookingId: string,
  action: A,
): Promise<OpenedTrip<A>> {
  const trip = await openTrip(ctx, bookingId);
  const opened = isRunner(actor)
    ? await openForRunner(ctx, trip, actor, action)
    : await openForUser(ctx, trip, actor, action);
  // The record of a trip can be read after the booking is cancelled.
  const isRecord = (action === "read" || action === "read_agreement") && trip.rows.length > 0;
  if (!isRecordable(trip.facts) && !isRecord)
    throw new DomainError("no_trip", { status: trip.row.status });
  return opened;
}

async function openForUser<A extends keyof typeof TRIP_POLICY>(
  { db }: DbCtx,
  trip: OpenTrip,
  user: User,
  action: A,
): Promise<OpenedTrip<A>> {
  const parties: TripParty[] = partiesToBooking(trip.row, user);
  // A helper who rents the car can't hand it over to themselves.
  const isHelper =
    !parties.includes("renter") && (await hasRight(db, user.id, trip.row.car_id, "handovers"));
  const party = authorize<PartyFor<A>>(
    TRIP_POLICY[action],
    isHelper ? ["helper", ...parties] : parties,
    "booking",
  );
  return party === "helper"
    ? { trip, party, side: "host" as never, delegate: { kind: "helper", id: user.id } }
    : { trip, party, side: party as Exclude<typeof party, "helper">, delegate: undefined };
}

/** The booking comes from the link itself, so no other trip can be opened with it. */
async function openForRunner<A extends keyof typeof TRIP_POLICY>(
  ctx: DbCtx,
  trip: OpenTrip,
  { linkId, bookingId, checkLink }: Runner,
  action: A,
): Promise<OpenedTrip<A>> {
  if (bookingId !== trip.row.id || !RUNNER_ACTIONS.includes(action as RunnerAction))
    throw new DomainError("not_found", { what: "booking" });
  await checkLink(ctx, trip);
  return { trip, party: "runner", side: "host" as never, delegate: { kind: "runner", id: linkId } };
}
