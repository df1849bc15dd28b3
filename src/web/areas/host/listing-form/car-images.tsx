// The photos section: choose or drop photos, and order them by dragging or with buttons. The first
// photo is the cover.
import { useRef, useState, type DragEvent, type ReactNode } from "react";
import { MAX_PHOTOS } from "../../../../domain/listing/listing.ts";
import { MAX_PHOTO_MEGABYTES, MIN_PHOTO } from "../../../../domain/listing/photo.ts";
import { cx } from "../../../ui/cx.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormSection } from "./form-fields.tsx";
import { fieldId } from "./listing-values.ts";
import { PhotoTile, tileButtonId } from "./photo-tile.tsx";
import { ACCEPTED } from "./upload-photo.ts";
import type { FormPhoto, Photos } from "./use-photos.ts";
import { Icon } from "../../../ui/icon.tsx";

export interface CarImagesProps {
  photos: Photos;
  error: string | undefined;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes("Files");

export function CarImages({ photos: { photos, add, remove, retry, move }, error }: CarImagesProps) {
  const [said, setSaid] = useState("");
  const done = photos.filter(({ url }) => url !== null).length;

  const moveTo = (key: string, to: number) => {
    move(key, to);
    setSaid(`Moved to place ${to + 1} of ${photos.length}${to === 0 ? ", the cover" : ""}`);
  };
  const removeAt = (index: number) => {
    const photo = photos[index];
    if (!photo) return;
    const neighbour = photos[index + 1] ?? photos[index - 1];
    document.getElementById(neighbour ? tileButtonId(neighbour.key) : fieldId("images"))?.focus();
    remove(photo.key);
    setSaid(`Photo ${index + 1} removed`);
  };
  return (
    <FormSection
      index={6}
      aside={
        photos.length > 0 && (
          <p className="text-sm text-muted-foreground tabular-nums">
            {done} of {photos.length} uploaded
          </p>
        )
      }
    >
      <Angles />
      <DropArea onAdd={add}>
        <PhotoField error={error} onAdd={add} />
      </DropArea>
      <p role="status" className="sr-only">
        {said}
      </p>
      {photos.length > 0 && (
        <PhotoOrder photos={photos} onMove={moveTo} onRemove={removeAt} onRetry={retry} />
      )}
    </FormSection>
  );
}

/** The pictures that renters look for, and how to take each. */
const ANGLES = [
  ["Front corner", "The whole car, in daylight. Best as the cover."],
  ["Back corner", "From the opposite side, boot closed."],
  ["Side", "From the height of the door handles."],
  ["Dashboard", "From the middle of the back seat."],
  ["Seats", "Front and back, with the doors open."],
  ["Boot", "Open and empty, so that renters can see what fits."],
] as const;

const Angles = () => (
  <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
    {ANGLES.map(([angle, how]) => (
      <div key={angle}>
        <dt className="font-medium">{angle}</dt>
        <dd className="text-muted-foreground">{how}</dd>
      </div>
    ))}
  </dl>
);

type AddPhotos = (files: readonly File[]) => void;

function DropArea({ onAdd, children }: { onAdd: AddPhotos; children: ReactNode }) {
  const [dropping, setDropping] = useState(false);
  return (
    <div
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDropping(false);
        onAdd([...event.dataTransfer.files]);
      }}
      className={cx(
        "rounded-lg border-[1.5px] border-dashed px-4 py-8",
        dropping ? "border-primary bg-tint-sea" : "border-input bg-surface-2",
      )}
    >
      {children}
    </div>
  );
}

function PhotoField({ error, onAdd }: { error: string | undefined; onAdd: AddPhotos }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Field
        group
        label={<span className="sr-only">Photos</span>}
        error={error}
        className="justify-items-center text-center"
      >
        <Icon name="image-up" size={28} className="text-muted-foreground" />
        <p>
          <button
            id={fieldId("images")}
            type="button"
            className="link min-h-6"
            onClick={() => picker.current?.click()}
          >
            Choose photos
          </button>{" "}
          or drop them here
        </p>
        <p className="text-xs text-muted-foreground">
          JPEG, PNG, WebP or HEIC, at least {MIN_PHOTO.longer} × {MIN_PHOTO.shorter} pixels,{" "}
          {MAX_PHOTO_MEGABYTES} MB each, {MAX_PHOTOS} at most. Location data is removed.
        </p>
      </Field>
      <input
        ref={picker}
        type="file"
        accept={ACCEPTED}
        multiple
        hidden
        aria-label="Photos"
        onChange={({ target }) => {
          onAdd([...(target.files ?? [])]);
          target.value = ""; // allows choosing the same file again
        }}
      />
    </>
  );
}

interface PhotoOrderProps {
  photos: readonly FormPhoto[];
  onMove: (key: string, to: number) => void;
  onRemove: (index: number) => void;
  onRetry: (key: string) => void;
}

/** The photos, which can be dragged. The buttons inside do the same. */
function PhotoOrder({ photos, onMove, onRemove, onRetry }: PhotoOrderProps) {
  const [dragged, setDragged] = useState<string | null>(null);
  return (
    <ol aria-label="Photos in their order" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {photos.map((photo, index) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <li
          key={photo.key}
          draggable
          onDragStart={({ dataTransfer }) => {
            dataTransfer.effectAllowed = "move";
            setDragged(photo.key);
          }}
          onDragOver={(event) => {
            if (dragged === null || hasFiles(event)) return;
            event.preventDefault();
            if (dragged !== photo.key) onMove(dragged, index);
          }}
          onDragEnd={() => setDragged(null)}
          className={cx(
            "grid cursor-grab content-start gap-1",
            dragged === photo.key && "opacity-60",
          )}
        >
          <PhotoTile
            photo={photo}
            index={index}
            count={photos.length}
            onMove={(to) => onMove(photo.key, to)}
            onRemove={() => onRemove(index)}
            onRetry={() => onRetry(photo.key)}
          />
        </li>
      ))}
    </ol>
  );
}
