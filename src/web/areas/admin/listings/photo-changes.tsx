// The approved and the current photos of a listing, so that an admin sees what was swapped.
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { photoSizes } from "../../../parts/listing/photo-sizes.ts";
import { cx } from "../../../ui/cx.ts";
import { Photo } from "../../../ui/photo/photo.tsx";
import { photoChanges, type ChangedPhoto } from "./listing-changes.ts";

/** Renders nothing if the photos are unchanged. */
export function PhotoChanges({ listing }: { listing: AdminListing }) {
  const changes = photoChanges(listing);
  if (!changes) return null;
  return (
    <div className="mt-3 grid gap-3">
      <Row title="Photos at approval" photos={changes.before} mark="removed" />
      <Row title="Photos now" photos={changes.after} mark="new" />
    </div>
  );
}

interface RowProps {
  title: string;
  photos: readonly ChangedPhoto[];
  /** The label of a photo that the other row does not contain. */
  mark: string;
}

function Row({ title, photos, mark }: RowProps) {
  return (
    <div className="grid gap-1">
      <h4 className="font-sans text-xs font-regular tracking-normal text-muted-foreground">
        {title}
      </h4>
      {photos.length === 0 && <p className="text-sm">None.</p>}
      <ul aria-label={title} className="flex flex-wrap gap-2 p-0.5 empty:hidden">
        {photos.map(({ url, differs }, index) => (
          <li key={url} className="grid w-20 content-start gap-1 sm:w-28">
            <a href={url} target="_blank" rel="noreferrer" className="block">
              <Photo
                {...photoSizes(url)}
                sizes="(min-width: 40rem) 7rem, 5rem"
                alt={`${title}, ${index + 1}${differs ? `, ${mark}` : ""}`}
                className={cx(
                  "rounded-md",
                  differs && "outline-2 outline-offset-1 outline-highlight",
                )}
              />
            </a>
            {differs && (
              <span aria-hidden="true" className="text-xs leading-tight text-muted-foreground">
                {mark}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
