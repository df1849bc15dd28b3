// A trip as it will be once this device has sent what it recorded, folded like on the server.
import type { Handover, Trip } from "../../../../contract/bookings/trips.ts";
import { HANDOVERS, type EntryContent, type TripEntry } from "../../../../domain/trip/entry.ts";
import { RENTER_MARK_HOURS } from "../../../../domain/trip/trip.ts";
import { foldEntries, type Handover as Folded } from "../../../../domain/trip/handover.ts";
import type { UnsentEntry } from "../../../session/phone-store.ts";

type Author = Pick<TripEntry, "id" | "side" | "at"> & {
  received_at: string;
  added_late: boolean;
};

/** Only the server knows the hashes. */
const NO_HASHES = { sha256: "", sent_sha256: "" };
const markOf = ({ mark_id }: { mark_id?: string | null }) => (mark_id ? { mark_id } : {});

/** The trip's entries, as far as its page shows them. */
function toEntries(trip: Trip): TripEntry[] {
  return HANDOVERS.flatMap((handover) => {
    const { reading, photos, marks, licence_check, return_notice, confirmation } = trip[handover];
    const toEntry = ({ id, side, at }: Author, content: EntryContent): TripEntry => ({
      id,
      handover,
      side,
      at,
      content,
    });
    return [
      ...(reading
        ? [toEntry(reading, { kind: "reading", miles: reading.miles, level: reading.level })]
        : []),
      ...photos.map((photo) =>
        toEntry(photo, { kind: "photo", place: photo.place, ...NO_HASHES, ...markOf(photo) }),
      ),
      ...marks.map((mark) =>
        toEntry(mark, { kind: "mark", part: mark.part, damage: mark.damage, words: mark.words }),
      ),
      ...(licence_check ? [toEntry(licence_check, { kind: "licence_check" })] : []),
      ...(return_notice ? [toEntry(return_notice, { kind: "return_notice" })] : []),
      ...(confirmation
        ? [
            toEntry(confirmation, {
              kind: "confirmation",
              reading_id: reading?.id ?? null,
              by: confirmation.by,
            }),
          ]
        : []),
    ];
  });
}

type TripContent = Exclude<UnsentEntry["content"], { kind: "signature" }>;

function toContent(content: TripContent): EntryContent {
  if (content.kind === "photo")
    return { kind: "photo", place: content.place, ...NO_HASHES, ...markOf(content) };
  if (content.kind === "confirmation")
    return { kind: "confirmation", reading_id: content.reading_id, by: "code" };
  if (content.kind === "lockbox_confirmation")
    return { kind: "confirmation", reading_id: content.reading_id, by: "lockbox" };
  return content.kind === "mark" ? { ...content, words: content.words ?? "" } : content;
}

/** A signature is part of the agreement (use-agreement.ts). */
const isOfTrip = (entry: UnsentEntry): entry is UnsentEntry & { content: TripContent } =>
  entry.content.kind !== "signature";

/** @param unsent the caller's entries; refused ones are not part of the trip */
export function withUnsent(trip: Trip, unsent: readonly UnsentEntry[]): Trip {
  const { side } = trip;
  if (side === "admin") return trip;
  const added = unsent
    .filter(isOfTrip)
    .filter(({ refusal }) => refusal === null)
    .map(({ id, at, handover, content }) => ({
      id,
      at,
      handover,
      side,
      content: toContent(content),
    }));
  if (added.length === 0) return trip;
  const folded = foldEntries([...toEntries(trip), ...added]);
  return moveOn({
    ...trip,
    pickup: presentFolded(trip.pickup, folded.pickup),
    return: presentFolded(trip.return, folded.return),
  });
}

/** The state that follows from a code that the server has not checked yet. */
function moveOn(trip: Trip): Trip {
  const { pickup, return: back } = trip;
  const isBegun = pickup.confirmation && back.opens_at === null;
  if (back.confirmation && trip.state !== "closed") return { ...trip, state: "returned" };
  if (!isBegun || !pickup.confirmation) return trip;
  const { at } = pickup.confirmation;
  const until = new Date(Date.parse(at) + RENTER_MARK_HOURS * 3_600_000).toISOString();
  return {
    ...trip,
    state: "in_progress",
    pickup: { ...pickup, may_mark_until: until },
    return: { ...back, opens_at: at },
  };
}

/** Shows the server's entries as the server sent them, and adds those of this device. */
function presentFolded(known: Handover, folded: Folded): Handover {
  const pick = <T extends Author>(list: readonly (T | null)[], { id }: TripEntry): T | undefined =>
    list.find((each): each is T => each?.id === id);
  const author = ({ id, side, at }: TripEntry): Author => ({
    id,
    side,
    at,
    received_at: at,
    added_late: false,
  });
  const { licenceCheck, returnNotice, confirmation } = folded;
  // The server has shown a later reading since the code was entered.
  const isReadingGone = folded.reading === null && confirmation && !known.confirmation;
  const presentReading = (reading: Folded["reading"]): Handover["reading"] =>
    reading &&
    (pick([known.reading], reading) ?? {
      ...author(reading),
      miles: reading.content.miles,
      level: reading.content.level,
    });
  return {
    ...known,
    reading: isReadingGone ? known.reading : presentReading(folded.reading),
    photos: folded.photos.map(
      (photo) =>
        pick(known.photos, photo) ?? {
          ...author(photo),
          place: photo.content.place,
          mark_id: photo.content.mark_id ?? null,
          stored: true,
        },
    ),
    marks: folded.marks.map((mark) => {
      const { part, damage, words } = mark.content;
      return pick(known.marks, mark) ?? { ...author(mark), part, damage, words };
    }),
    licence_check:
      licenceCheck && (pick([known.licence_check], licenceCheck) ?? author(licenceCheck)),
    return_notice:
      returnNotice && (pick([known.return_notice], returnNotice) ?? author(returnNotice)),
    confirmation:
      confirmation &&
      (pick([known.confirmation], confirmation) ?? {
        ...author(confirmation),
        by: confirmation.content.by,
      }),
  };
}
