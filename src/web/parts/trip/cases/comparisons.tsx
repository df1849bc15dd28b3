// The photos of a case: its marks, and each slot of the return beside the pickup.
import type { TripCase } from "../../../../contract/bookings/trip-cases.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { FURTHER_PHOTO, PHOTO_SLOTS } from "../../../../domain/trip/entry.ts";
import { WhenNear } from "../../../ui/near/when-near.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { DAMAGE_NAMES, formatAt, isReceivedLater, PART_NAMES, PHOTO_NAMES } from "../trip-text.ts";
import { PhotoCompare, type ComparedPhoto } from "./photo-compare.tsx";

type Photo = Trip["pickup"]["photos"][number];

const toCompared = (handover: "Pickup" | "Return", photo: Photo): ComparedPhoto => ({
  id: photo.id,
  label: `${handover}, ${formatAt(photo.at)}${
    isReceivedLater(photo) ? `, received ${formatAt(photo.received_at)}` : ""
  }`,
});

interface Comparison {
  id: string;
  name: string;
  before: ComparedPhoto | undefined;
  after: ComparedPhoto | undefined;
}

/** The photos that the statements name come first, then each slot of both handovers. */
function listComparisons(trip: Trip, found: TripCase): Comparison[] {
  const named = new Set(found.statements.flatMap(({ entry_ids }) => entry_ids));
  const isNamed = (pair: { before: Photo | undefined; after: Photo | undefined }): boolean =>
    [pair.before, pair.after].some(
      (photo) => photo && (named.has(photo.id) || named.has(photo.mark_id ?? "")),
    );
  const findAt = (handover: "pickup" | "return", slot: Photo["place"]): Photo | undefined =>
    trip[handover].photos.findLast(({ place, stored }) => place === slot && stored);
  const further = trip.return.photos.filter((one) => one.stored && one.place === FURTHER_PHOTO);
  const pairs = [
    ...further.map((after) => ({ before: undefined, after })),
    ...PHOTO_SLOTS.map((slot) => ({
      before: findAt("pickup", slot),
      after: findAt("return", slot),
    })),
  ];
  return pairs
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
    .flatMap(({ before, after }) => {
      const shown = after ?? before;
      return shown
        ? {
            id: shown.id,
            name: nameTripPhoto(trip, shown),
            before: before && toCompared("Pickup", before),
            after: after && toCompared("Return", after),
          }
        : [];
    });
}

export function nameTripPhoto(trip: Trip, { mark_id, place }: Photo): string {
  const mark = [...trip.return.marks, ...trip.pickup.marks].find(({ id }) => id === mark_id);
  return mark
    ? `${DAMAGE_NAMES[mark.damage]}, ${PART_NAMES[mark.part].toLowerCase()}`
    : PHOTO_NAMES[place];
}

export function Comparisons({ trip, found }: { trip: Trip; found: TripCase }) {
  const comparisons = listComparisons(trip, found);
  if (comparisons.length === 0) return null;
  return (
    <Panel as="section" aria-labelledby="before-and-after" className="grid gap-6">
      <div>
        <h2 id="before-and-after" className="text-xl">
          Before and after
        </h2>
        <p className="text-muted-foreground">
          Each photo shows when it was taken, and when we received it if that was later. Nobody can
          change the photos, and a person judges them, not software.
        </p>
      </div>
      {comparisons.map(({ id, name, before, after }) => (
        <section key={id} aria-label={name} className="grid gap-2">
          <h3 className="text-base font-bold">{name}</h3>
          <WhenNear fallback={<div className="aspect-[3/2] rounded-lg bg-surface-3" />}>
            <PhotoCompare bookingId={trip.booking_id} name={name} before={before} after={after} />
          </WhenNear>
        </section>
      ))}
    </Panel>
  );
}
