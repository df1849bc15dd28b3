// One photo of the form: the picture, its progress and its actions.
import { useLayoutEffect, useRef, useState } from "react";
import { photoSizes } from "../../../parts/listing/photo-sizes.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { NoPhoto } from "../../../ui/photo/no-photo.tsx";
import { Photo } from "../../../ui/photo/photo.tsx";
import type { FormPhoto } from "./use-photos.ts";
import { Icon } from "../../../ui/icon.tsx";

/** The id of the button that removes the photo. */
export const tileButtonId = (key: string) => `remove-${key}`;

export interface PhotoTileProps {
  photo: FormPhoto;
  /** Its position, from 0. */
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
  onRetry: () => void;
}

export function PhotoTile({ photo, index, count, onMove, onRemove, onRetry }: PhotoTileProps) {
  const { key, state, sent, reason } = photo;
  const name = `photo ${index + 1}`;
  const onItsWay = state === "waiting" || state === "uploading";
  return (
    <>
      <div className="relative">
        <Picture
          photo={photo}
          name={`Photo ${index + 1}`}
          dimmed={onItsWay || state === "failed"}
        />
        {index === 0 && (
          <Badge variant="gold" className="absolute top-2 left-2">
            Cover
          </Badge>
        )}
        <button
          type="button"
          id={tileButtonId(key)}
          aria-label={onItsWay ? `Cancel upload of ${name}` : `Remove ${name}`}
          onClick={onRemove}
          className="absolute top-2 right-2 grid size-8 place-items-center rounded-full bg-photo-scrim text-photo-scrim-foreground focus-visible:rounded-full"
        >
          <Icon name="x" size={16} />
        </button>
        {onItsWay && <Progress label={`Uploading ${name}`} sent={sent} />}
      </div>
      {state === "failed" ? (
        <p role="alert" className="text-xs text-destructive-text">
          {reason}{" "}
          {photo.file && (
            <button
              type="button"
              aria-label={`Retry ${name}`}
              className="min-h-6 underline"
              onClick={onRetry}
            >
              Retry
            </button>
          )}
        </p>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <Moves name={name} index={index} count={count} onMove={onMove} />
          <span className="text-xs text-muted-foreground tabular-nums">
            {state === "waiting" && "Waiting"}
            {state === "uploading" && `Uploading, ${sent}%`}
            {state === "preparing" && "Preparing"}
          </span>
        </div>
      )}
    </>
  );
}

/** `sent` in per cent. */
function Progress({ label, sent }: { label: string; sent: number }) {
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={sent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="absolute inset-x-[.6rem] bottom-[.6rem] h-1.5 overflow-hidden rounded-full bg-photo-scrim"
    >
      <span className="block h-full bg-highlight" style={{ width: `${sent}%` }} />
    </span>
  );
}

interface MovesProps extends Pick<PhotoTileProps, "index" | "count" | "onMove"> {
  name: string;
}

function Moves({ name, index, count, onMove }: MovesProps) {
  const buttons = useKeptFocus(index);
  return (
    <span ref={buttons} className="flex gap-1">
      <Move label={`Move ${name} earlier`} disabled={index === 0} onMove={() => onMove(index - 1)}>
        <Icon name="arrow-left" size={16} />
      </Move>
      <Move
        label={`Move ${name} later`}
        disabled={index === count - 1}
        onMove={() => onMove(index + 1)}
      >
        <Icon name="arrow-right" size={16} />
      </Move>
    </span>
  );
}

/** Shows the local file, or else the stored photo: some browsers cannot show formats such as
 *  HEIC. */
function Picture({ photo, name, dimmed }: { photo: FormPhoto; name: string; dimmed: boolean }) {
  const [unreadable, setUnreadable] = useState(false);
  const look = cx("pointer-events-none rounded-md", dimmed && "brightness-75 saturate-50");
  const source =
    photo.preview && !unreadable
      ? { src: photo.preview }
      : photo.url !== null
        ? photoSizes(photo.url)
        : undefined;
  if (!source) return <NoPhoto className={look} />;
  return (
    <Photo
      {...source}
      sizes="(min-width: 64rem) 14rem, 45vw"
      alt={name}
      className={look}
      {...(source.src === photo.preview && { onError: () => setUnreadable(true) })}
    />
  );
}

interface MoveProps {
  label: string;
  disabled: boolean;
  onMove: () => void;
  children: React.ReactNode;
}

/** A disabled button stays focusable, so that it does not lose the focus. */
function Move({ label, disabled, onMove, children }: MoveProps) {
  return (
    <Button
      variant="ghost"
      size="icon-small"
      aria-label={label}
      aria-disabled={disabled || undefined}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
      onClick={() => !disabled && onMove()}
    >
      {children}
    </Button>
  );
}

/** Moving a photo briefly detaches its element, which loses the focus. This restores it. */
function useKeptFocus(index: number) {
  const buttons = useRef<HTMLSpanElement>(null);
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (focused.current instanceof HTMLElement && document.activeElement === document.body)
      focused.current.focus();
  }, [index]);
  useLayoutEffect(() => {
    const remember = () => {
      focused.current = buttons.current?.contains(document.activeElement)
        ? document.activeElement
        : null;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);
  return buttons;
}
