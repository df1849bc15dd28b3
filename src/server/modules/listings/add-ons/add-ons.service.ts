// What hosts offer with their cars: checking, storing and reading it, and the stock of extras.
import { createHash } from "node:crypto";
import type { DateRange } from "../../../../domain/calendar/dates.ts";
import { DomainError } from "../../../../domain/errors.ts";
import type { OfferedAddOns } from "../../../../domain/listing/add-ons/add-ons.ts";
import {
  extraDays,
  extrasLeft,
  type TakenExtra,
} from "../../../../domain/listing/add-ons/extra-stock.ts";
import {
  checkExtras,
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
import { maskListingText } from "../../../../domain/listing/listing-masking.ts";
import type { Ctx, DbCtx } from "../../../platform/context.ts";
import { findMeetingPlace } from "../../places/places.service.ts";
import {
  findAddOns,
  saveExtras,
  saveMeetingPlaces,
  type ListedAddOns,
  type ListedExtra,
} from "./add-ons.repository.ts";
import { countTakenExtras, findOthersUnits, insertExtraDays } from "./extra-stock.repository.ts";

/** A host's lists as the listing form sends them. */
export interface AddOnsInput {
  meeting_places: readonly MeetingPlaceInput[];
  extras: readonly ExtraInput[];
}

export const NOTHING_LISTED: ListedAddOns = { meetingPlaces: [], extras: [] };

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
  before: ListedAddOns,
): Promise<ListedAddOns> {
  checkMeetingPlaces(meeting_places);
  checkExtras(typed);
  const meetingPlaces = meeting_places.map((place) => locate(ctx, place, before));
  const extras = typed.map(identify);
  await saveMeetingPlaces(ctx.db, carId, meetingPlaces);
  await saveExtras(ctx.db, carId, extras);
  return { meetingPlaces, extras };
}

/** A place that the car already has stays, even if the gazetteer has lost it. */
function locate(
  ctx: Pick<Ctx, "places">,
  { place_id, fee_cents }: MeetingPlaceInput,
  before: ListedAddOns,
): MeetingPlace {
  const known = before.meetingPlaces.find((place) => place.place_id === place_id);
  const found = known ?? findMeetingPlace(ctx, place_id);
  if (!found) throw new DomainError("meeting_place_unknown", { place_id });
  const { name, latitude, longitude } = found;
  return { place_id, name, latitude, longitude, fee_cents };
}

/** The id of own words contains none of them, as they are masked for renters. */
function identify({ kind, words: typed, price_cents, per, stock }: ExtraInput): ListedExtra {
  const words = kind === "own" ? typed : null;
  const extra_id = words === null ? kind : `own-${digest(words.toLowerCase())}`;
  return { extra_id, kind, words, price_cents, per, stock };
}

const digest = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 12);

/** A host's list. */
export const readListedAddOns = async (ctx: DbCtx, carId: string): Promise<ListedAddOns> =>
  (await findAddOns(ctx.db, [carId]))(carId);

/** What renters are offered with a car. */
export const readAddOns = async (ctx: DbCtx, carId: string): Promise<OfferedAddOns> => {
  const { meetingPlaces, extras } = await readListedAddOns(ctx, carId);
  return { meetingPlaces, extras: extras.map(present) };
};

/** Masking can lengthen the words. */
const LONGEST_NAME = 150;

const present = ({ words, ...extra }: ListedExtra): Extra => ({
  ...extra,
  name: maskListingText(nameExtra({ kind: extra.kind, words })).slice(0, LONGEST_NAME),
});

/** How many of each extra are out on each of these days. */
export const readTakenExtras = (
  ctx: DbCtx,
  carId: string,
  days: DateRange,
): Promise<TakenExtra[]> => countTakenExtras(ctx.db, carId, days);

/**
 * Takes extras for a booking, which gives them back together with the car's calendar. Call it with
 * the car's row locked, once the booking occupies the calendar.
 * @returns the first extra of which too few are left; nothing is taken then
 */
export async function takeExtras(
  ctx: DbCtx,
  { carId, bookingId, days }: { carId: string; bookingId: string; days: DateRange },
  extras: readonly ChosenExtra[],
): Promise<{ extra: Extra; left: number } | null> {
  if (extras.length === 0) return null;
  const others = await findOthersUnits(ctx.db, carId, days, bookingId);
  const taken = [...Map.groupBy(others, ({ extra_id, day }) => `${extra_id} ${day}`).values()].map(
    (units) => ({ extra_id: units[0]!.extra_id, day: units[0]!.day, taken: units.length }),
  );
  for (const { extra, quantity } of extras) {
    const left = extrasLeft(extra, taken, days);
    if (left < quantity) return { extra, left };
  }
  const rows = extras.flatMap(({ extra: { extra_id, stock }, quantity }) =>
    extraDays(days).flatMap((day) => {
      const out = others.filter((each) => each.extra_id === extra_id && each.day === day);
      return freeUnits(
        stock,
        out.map(({ unit }) => unit),
      )
        .slice(0, quantity)
        .map((unit) => ({ car_id: carId, extra_id, day, unit }));
    }),
  );
  await insertExtraDays(ctx.db, bookingId, rows);
  return null;
}

const freeUnits = (stock: number, out: readonly number[]): number[] =>
  Array.from({ length: stock }, (_, index) => index + 1).filter((unit) => !out.includes(unit));
