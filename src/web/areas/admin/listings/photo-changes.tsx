// The photos that a listing was approved with, and those of now, so that a swap is seen and not counted.
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { photoSizes } from "../../../parts/listing/photo-sizes.ts";
import { cx } from "../../../ui/cx.ts";
import { Photo } from "../../../ui/photo/photo.tsx";
import { photoChanges, type ChangedPhoto } from "./listing-changes.ts";

/** Nothing where the photos are as they were. */
export function PhotoChanges({ listing }: { listing: AdminListing }) {
  const changes = photoChanges(listing);
  if (!changes) return null;
  return (
    <div className="mt-3 grid gap-3">
      <Row title="Photos when it was approved" photos={changes.before} mark="removed" />
      <Row title="Photos now" photos={changes.after} mark="new" />
    </div>
  );
}

interface RowProps {
  title: string;
  photos: readonly ChangedPhoto[];
  /** What is said of a photo that the other row lacks. */
  mark: string;
}

function Row({ title, photos, mark }: RowProps) {
  return (
    <div className="grid gap-1">
      <h4 className="font-sans text-xs font-regular tracking-normal text-muted-foreground">{title}</h4>
      {photos.length === 0 && <p className="text-sm">None.</p>}
      <ul aria-label={title} className="flex flex-wrap gap-2 p-0.5 empty:hidden">
        {photos.map(({ url, differs }, index) => (
          <li key={url} className="grid w-20 content-start gap-1 sm:w-28">
            <a href={url} target="_blank" rel="noreferrer" className="block">
              <Photo
                {...photoSizes(url)}
                sizes="(min-width: 40rem) 7rem, 5rem"
                alt={`${title}, ${index + 1}${differs ? `, ${mark}` : ""}`}
                className={cx("rounded-md", differs && "outline-2 outline-offset-1 outline-highlight")}
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
