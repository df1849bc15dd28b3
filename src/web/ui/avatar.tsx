// A person's photo in a circle, or their initials. Decorative: the name is beside it, or on the
// button around it.
import { profilePhotoUrl } from "../../domain/person/profile-photo.ts";
import { cx } from "./cx.ts";

const TINTS = {
  sea: "bg-secondary text-secondary-foreground",
  sand: "bg-surface-3 text-foreground",
  conch: "bg-tint-conch text-tint-conch-foreground",
  sun: "bg-tint-sun text-tint-sun-foreground",
} as const;

export interface AvatarProps {
  firstName: string;
  lastName: string;
  tint?: keyof typeof TINTS;
  big?: boolean;
  /** Twice as wide as "big". */
  large?: boolean;
  /** The id of the profile photo. */
  photoId?: string | null | undefined;
}

export function Avatar({ firstName, lastName, tint = "sea", big, large, photoId }: AvatarProps) {
  const size = large ? "size-24 text-2xl" : big ? "size-13 text-base" : "size-9 text-xs";
  if (photoId)
    return (
      <img
        src={profilePhotoUrl(photoId, large ? 320 : 96)}
        alt=""
        width={96}
        height={96}
        className={cx("flex-none rounded-full bg-surface-3 object-cover", size)}
      />
    );
  const initials = [firstName, lastName].map((name) => [...name.trim()][0] ?? "").join("");
  return (
    <span
      aria-hidden="true"
      data-initials={initials}
      className={cx(
        "inline-grid flex-none place-items-center rounded-full font-bold uppercase before:content-[attr(data-initials)]",
        size,
        TINTS[tint],
      )}
    />
  );
}
