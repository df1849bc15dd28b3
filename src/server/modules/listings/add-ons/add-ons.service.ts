// What hosts offer with their cars: checking, storing and reading it, and the stock of extras.
import { randomBytes } from "node:crypto";
import type { CalendarDate, DateRange } from "../../../../domain/calendar/dates.ts";
import { DomainError } from "../../../../domain/errors.ts";
import type { OfferedAddOns } from "../../../../domain/listing/add-ons/add-ons.ts";
import {
  findShortages,
  listDays,
  type ExtraShortage,
} from "../../../../domain/listing/add-ons/extra-stock.ts";
import {
  checkExtras,
  hasStock,
  maxPerTrip,
  nameExtra,
  type ChosenExtra,
  type Extra,
  type ExtraInput,
} from "../../../../domain/listing/add-ons/extras.ts";
import {
  checkMeetingPlaces,
  type MeetingPlace,
  type MeetingPlaceInput,
} from "../../../../domain/listing/add-ons/meeting-places.ts";
import { maskExtras } from "../../../../domain/listing/listing-masking.ts";
import type { Ctx, DbCtx } from "../../../platform/context.ts";
import { findMeetingPlace } from "../../places/places.service.ts";
import {
  findAddOns,
  saveExtras,
  saveMeetingPlaces,
  type StoredAddOns,
  type StoredExtra,
} from "./add-ons.repository.ts";
import { deleteExtraDays, findBookedItems, insertExtraDays } from "./extra-stock.repository.ts";

export { countTakenExtras } from "./extra-stock.repository.ts";

/** A host's lists as the listing form sends them. */
export interface AddOnsInput {
  meeting_places: readonly MeetingPlaceInput[];
  extras: readonly TypedExtra[];
}

/** The form sends the id of a custom extra that the car has. */
type TypedExtra = ExtraInput & { extra_id?: string | null | undefined };

export const NO_STORED_ADD_ONS: StoredAddOns = { meetingPlaces: [], extras: [] };

/**
 * Replaces what is offered with a car. Call it with the car's row locked, or new.
 * @param before what was offered
 * @returns what is offered now
 * @throws DomainError meeting_place_unknown, and the codes of checkMeetingPlaces and checkExtras
 */
export async function saveAddOns(
  ctx: DbCtx & Pick<Ctx, "places">,
  carId: string,
  { meeting_places, extras: typed }: AddOnsInput,
  before: StoredAddOns,
): Promise<StoredAddOns> {
  checkMeetingPlaces(meeting_places);
  checkExtras(typed);
  const meetingPlaces = meeting_places.map((place) => findPlace(ctx, place, before));
  const ids = new Set(before.extras.map(({ extra_id }) => extra_id));
  // Each id is taken once, even if two extras are sent with it.
  const extras = typed.map((extra) => toStoredExtra(extra, (id) => ids.delete(id)));
  await saveMeetingPlaces(ctx.db, carId, meetingPlaces);
  await saveExtras(ctx.db, carId, extras);
  return { meetingPlaces, extras };
}

/** A place that the car already has stays, even if the gazetteer has lost it. */
function findPlace(
  ctx: Pick<Ctx, "places">,
  { place_id, fee_cents }: MeetingPlaceInput,
  before: StoredAddOns,
): MeetingPlace {
  const known = before.meetingPlaces.find((place) => place.place_id === place_id);
  const found = known ?? findMeetingPlace(ctx, place_id);
  if (!found) throw new DomainError("meeting_place_unknown", { place_id });
  const { name, latitude, longitude } = found;
  return { place_id, name, latitude, longitude, fee_cents };
}

/** The beginning of the ids of custom extras. The others have their kind as id. */
const CUSTOM = "custom-";

/**
 * A custom extra keeps its id, and with it the items that are booked, when its description changes.
 * The id says nothing about the description, which is masked for renters.
 */
function toStoredExtra(
  { extra_id: typedId, kind, description, price_cents, per, stock }: TypedExtra,
  takeId: (id: string) => boolean,
): StoredExtra {
  const isCustom = kind === "custom";
  const keptId = isCustom && typedId?.startsWith(CUSTOM) && takeId(typedId) ? typedId : null;
  return {
    extra_id: isCustom ? (keptId ?? CUSTOM + randomBytes(6).toString("hex")) : kind,
    kind,
    description: isCustom ? description : null,
    price_cents,
    per,
    stock: hasStock(kind) ? stock : null,
  };
}

/** A host's list. */
export const readStoredAddOns = async (ctx: DbCtx, carId: string): Promise<StoredAddOns> =>
  (await findAddOns(ctx.db, [carId]))(carId);

/** What renters are offered with a car. */
export const readAddOns = async (ctx: DbCtx, carId: string): Promise<OfferedAddOns> => {
  const { meetingPlaces, extras } = await readStoredAddOns(ctx, carId);
  return { meetingPlaces, extras: maskExtras(extras).map(toPublicExtra) };
};

/** Masking can lengthen a description. */
const LONGEST_NAME = 150;

const toPublicExtra = ({ description, ...extra }: StoredExtra): Extra => ({
  ...extra,
  name: nameExtra({ kind: extra.kind, description }).slice(0, LONGEST_NAME),
});

/**
 * Books extras, which become free together with the car's calendar. Call it with the car's row
 * locked, once the booking occupies the calendar.
 * @returns the extras of which too few are left; nothing is booked then
 */
export async function bookExtras(
  ctx: DbCtx,
  { carId, bookingId, days }: { carId: string; bookingId: string; days: DateRange },
  extras: readonly ChosenExtra[],
): Promise<ExtraShortage[]> {
  const booked = await findBookedItems(ctx.db, carId, days, bookingId);
  const byDay = Map.groupBy(booked, ({ extra_id, day }) => `${extra_id} ${day}`);
  /** The items of each day that the booking can have, for extras with a stock. */
  const free = new Map(
    extras.flatMap(({ extra }) => {
      const { extra_id, stock } = extra;
      if (stock === null) return [];
      const items = (day: CalendarDate) => byDay.get(`${extra_id} ${day}`) ?? [];
      return [
        [extra, listDays(days).map((day) => ({ day, items: findFreeItems(stock, items(day)) }))],
      ] as const;
    }),
  );
  const shortages = findShortages(extras, (extra) =>
    Math.min(maxPerTrip(extra), ...(free.get(extra) ?? []).map(({ items }) => items.length)),
  );
  if (shortages.length > 0) return shortages;
  const items = extras.flatMap(({ extra, quantity }) =>
    (free.get(extra) ?? []).flatMap(({ day, items: ofDay }) =>
      ofDay.slice(0, quantity).map((item) => ({ extra_id: extra.extra_id, day, item })),
    ),
  );
  await insertExtraDays(ctx.db, { carId, bookingId }, items);
  return [];
}

/**
 * The items that a booking can have on a day, those of the checkout that it replaces first. Items
 * above a lowered stock that others have still count.
 */
function findFreeItems(
  stock: number,
  booked: readonly { item: number; is_own: boolean }[],
): number[] {
  const others = new Set(booked.filter(({ is_own }) => !is_own).map(({ item }) => item));
  const own = booked.filter(({ is_own }) => is_own).map(({ item }) => item);
  const all = Array.from({ length: stock }, (_, index) => index + 1);
  const candidates = [...new Set([...own, ...all])].filter((item) => !others.has(item));
  return candidates.slice(0, Math.max(0, stock - others.size));
}

/** Frees the items of a booking outside these days, and those of other extras than `keep`. */
export const keepExtras = (
  ctx: DbCtx,
  bookingId: string,
  days: DateRange,
  keep: readonly string[],
): Promise<void> => deleteExtraDays(ctx.db, bookingId, days, keep);
