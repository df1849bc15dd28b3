// What the entries of a trip add up to.
import {
  canonicalText,
  HANDOVERS,
  type EntryContent,
  type EntryKind,
  type HandoverKind,
  type TripEntry,
} from "./entry.ts";

/** An entry of one kind, with its content. */
export type EntryOf<K extends EntryKind> = Omit<TripEntry, "content"> & {
  content: Extract<EntryContent, { kind: K }>;
};

export interface Handover {
  /** The confirmed reading; until then the latest one. */
  reading: EntryOf<"reading"> | null;
  photos: EntryOf<"photo">[];
  marks: EntryOf<"mark">[];
  licenceCheck: EntryOf<"licence_check"> | null;
  returnNotice: EntryOf<"return_notice"> | null;
  confirmation: EntryOf<"confirmation"> | null;
  /** The latest one. */
  flightDelay: EntryOf<"flight_delay"> | null;
  signatures: EntryOf<"signature">[];
  lockboxOpening: EntryOf<"lockbox_opening"> | null;
  lockboxAnswer: EntryOf<"lockbox_acceptance"> | EntryOf<"lockbox_contest"> | null;
}
export type Handovers = Record<HandoverKind, Handover>;

const isOf =
  <K extends EntryKind>(kind: K) =>
  (entry: TripEntry): entry is EntryOf<K> =>
    entry.content.kind === kind;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byTime = (a: TripEntry, b: TripEntry): number =>
  compare(a.at, b.at) || compare(a.id, b.id) || compare(canonicalText(a), canonicalText(b));

/** The earliest copy of each entry, by time. */
function sortOnce(entries: readonly TripEntry[]): TripEntry[] {
  const known = new Set<string>();
  return entries.toSorted(byTime).filter(({ id }) => {
    const isNew = !known.has(id);
    known.add(id);
    return isNew;
  });
}

/**
 * Adds up the entries of a trip. Neither the order of arrival nor repeats make a difference: an id
 * counts once, and entries are sorted by the phones' times, then by id. Of two copies that differ,
 * the earlier one counts.
 */
export function foldEntries(entries: readonly TripEntry[]): Handovers {
  const once = sortOnce(entries);
  const [pickup, back] = HANDOVERS.map((handover) =>
    foldHandover(once.filter((entry) => entry.handover === handover)),
  ) as [Handover, Handover];
  return { pickup, return: back };
}

function foldHandover(entries: readonly TripEntry[]): Handover {
  const readings = entries.filter(isOf("reading"));
  const confirmation = entries.find(isOf("confirmation")) ?? null;
  const reading = confirmation
    ? readings.find(({ id }) => id === confirmation.content.reading_id)
    : readings.at(-1);
  return {
    reading: reading ?? null,
    photos: entries.filter(isOf("photo")),
    marks: entries.filter(isOf("mark")),
    licenceCheck: entries.find(isOf("licence_check")) ?? null,
    returnNotice: entries.find(isOf("return_notice")) ?? null,
    confirmation,
    flightDelay: entries.filter(isOf("flight_delay")).at(-1) ?? null,
    signatures: entries.filter(isOf("signature")),
    lockboxOpening: entries.find(isOf("lockbox_opening")) ?? null,
    lockboxAnswer:
      entries.find(isOf("lockbox_acceptance")) ?? entries.find(isOf("lockbox_contest")) ?? null,
  };
}
