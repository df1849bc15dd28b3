// The photos of a handover: twelve slots in the order of a walk around the car, and further photos.
import { lazy, Suspense, use, useId, useState } from "react";
import type { Handover, Trip } from "../../../contract/bookings/trips.ts";
import {
  FURTHER_PHOTO,
  PHOTO_PLACES,
  PHOTO_SLOTS,
  type PhotoPlace,
} from "../../../domain/trip/entry.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { WhenNear } from "../../ui/near/when-near.tsx";
import { EntryTime } from "./entry-time.tsx";
import { hasCamera } from "./camera/has-camera.ts";
import type { HandoverProps } from "./handover-props.ts";
import { TripPhoto } from "./trip-photo.tsx";
import { UnsentContext } from "./offline/unsent-context.ts";
import { usePhotoSlot } from "./use-photo-slot.ts";
import { formatAt, HANDOVER_NAMES, nameAuthor, otherName, PHOTO_NAMES } from "./trip-text.ts";

const PhotoCamera = lazy(() => import("./camera/photo-camera.tsx"));

type Photo = Handover["photos"][number];

export function TripPhotos({ trip, handover }: HandoverProps) {
  const { photos, may_mark: mayAdd } = trip[handover];
  if (photos.length === 0 && !mayAdd) return null;
  const find = (place: PhotoPlace, side: Trip["side"]): Photo | undefined =>
    photos.findLast((photo) => photo.place === place && photo.side === side);
  const countSlots = (side: Trip["side"]): number =>
    PHOTO_SLOTS.filter((slot) => find(slot, side)).length;
  const own = countSlots(trip.side);
  const others = countSlots(trip.side === "renter" ? "host" : "renter");
  return (
    <section aria-label={`${HANDOVER_NAMES[handover]}: photos`} className="grid gap-4">
      <div>
        <h3 className="text-lg">Photos</h3>
        <p className="text-muted-foreground">
          {mayAdd
            ? `Photos are optional. They show what the car looked like. You: ${own} of ${PHOTO_SLOTS.length}. ${otherName(trip)}: ${others}.`
            : "Only the two of you and our team can see them."}
        </p>
      </div>
      {mayAdd && (
        <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4 md:grid-cols-6">
          {PHOTO_PLACES.map((place) => (
            <li key={place}>
              <Slot
                trip={trip}
                handover={handover}
                place={place}
                photo={place === FURTHER_PHOTO ? undefined : find(place, trip.side)}
              />
            </li>
          ))}
        </ul>
      )}
      {photos.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-medium">
            All photos ({photos.length})
          </summary>
          <ul className="grid grid-cols-2 gap-3 pt-2 sm:grid-cols-3 md:grid-cols-4">
            {photos.map((photo) => (
              <li key={photo.id} className="grid gap-1 text-xs">
                <Picture trip={trip} photo={photo} />
                <span>
                  <b className="block font-medium">{namePhoto(photo)}</b>
                  <EntryTime trip={trip} entry={photo} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const namePhoto = ({ place, mark_id }: Photo): string =>
  mark_id ? "Photo of a mark" : PHOTO_NAMES[place];

const FRAME = "grid aspect-[4/3] w-full place-items-center overflow-hidden rounded-md bg-surface-2";

export function Picture({ trip, photo }: { trip: Trip; photo: Photo }) {
  const empty = <span className={FRAME} />;
  if (!photo.stored)
    return (
      <span className={FRAME}>
        <Icon name="image-off" size={20} />
      </span>
    );
  return (
    <WhenNear fallback={empty} className={FRAME}>
      <TripPhoto
        bookingId={trip.booking_id}
        photoId={photo.id}
        alt={`${namePhoto(photo)}, ${nameAuthor(trip, photo)}, ${formatAt(photo.at)}`}
      />
    </WhenNear>
  );
}

interface SlotProps extends HandoverProps {
  place: PhotoPlace;
  photo: Photo | undefined;
  /** The mark that the photo shows. */
  markId?: string;
}

export function Slot({ trip, handover, place, photo, markId }: SlotProps) {
  const inputId = useId();
  const { isBusy, saved, failure, pending, take, save } = usePhotoSlot(
    { trip, handover },
    place,
    markId,
  );
  const isUnsent = use(UnsentContext).has(photo?.id ?? "");
  const before =
    handover === "return" && !markId && place !== FURTHER_PHOTO
      ? trip.pickup.photos.findLast((one) => one.place === place && one.stored)
      : undefined;
  const name = markId ? "Photo of the mark" : PHOTO_NAMES[place];
  return (
    <div className="relative grid gap-1 text-xs">
      <input
        id={inputId}
        type="file"
        accept="image/*"
        capture="environment"
        aria-busy={isBusy}
        className="peer sr-only"
        aria-label={photo ? `${name}, taken. Take another` : `${name}, take a photo`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = ""; // allows taking the same slot again
          if (file) void take(file);
        }}
      />
      <label
        htmlFor={inputId}
        className="grid cursor-pointer gap-1 rounded-md peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ring"
      >
        {photo && !isBusy ? (
          <Picture trip={trip} photo={photo} />
        ) : (
          <EmptySlot trip={trip} before={before} isBusy={isBusy} />
        )}
        <span aria-hidden>
          <b className="block font-medium">{name}</b>
          {place !== FURTHER_PHOTO && (
            <span className="text-muted-foreground">
              {isUnsent ? "Not sent yet" : photo ? "Taken" : "Not taken yet"}
            </span>
          )}
        </span>
      </label>
      {before && hasCamera() && (
        <WithPickup
          before={before}
          name={name}
          bookingId={trip.booking_id}
          onTake={(file) => void take(file)}
        />
      )}
      <p role="status" className="sr-only">
        {saved && `${name}: saved`}
      </p>
      <p role="alert" className="text-destructive-text empty:hidden">
        {failure}
      </p>
      {pending && (
        <Button variant="outline" size="small" onClick={() => void save(pending.photo)}>
          {pending.label}
        </Button>
      )}
    </div>
  );
}

interface EmptySlotProps {
  trip: Trip;
  /** The pickup's photo of the slot, shown faintly. */
  before: Photo | undefined;
  isBusy: boolean;
}

const EmptySlot = ({ trip, before, isBusy }: EmptySlotProps) => (
  <span className={cx(FRAME, "relative")}>
    {before && !isBusy && (
      <span aria-hidden className="absolute inset-0 opacity-40">
        <Picture trip={trip} photo={before} />
      </span>
    )}
    {isBusy ? <Spinner /> : <Icon name="plus" size={20} className="relative" />}
  </span>
);

interface WithPickupProps {
  before: Photo;
  name: string;
  bookingId: string;
  onTake: (file: File) => void;
}

/** The camera with the pickup's photo over it. */
function WithPickup({ before, name, bookingId, onTake }: WithPickupProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="small"
        aria-label={`${name}: match the pickup photo`}
        onClick={() => setOpen(true)}
      >
        Match
      </Button>
      {isOpen && (
        <Suspense>
          <PhotoCamera
            title={name}
            before={{ bookingId, photoId: before.id, alt: `${name} at the pickup` }}
            onTake={onTake}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
