// Tells a host which documents a car lacks and where to upload them. Approving admins see the same
// warning (docs/product.md, Papers of cars).
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatList } from "../../../domain/text/format.ts";
import type { HostListing } from "../../../contract/host/host-listings.ts";
import {
  DOCUMENT_KINDS,
  DOCUMENT_NAMES,
  missingDocuments,
  type DocumentKind,
} from "../../../domain/listing/car-documents.ts";
import { paths } from "../../paths.ts";
import { Note } from "../../ui/note.tsx";
import { Icon } from "../../ui/icon.tsx";

const joinNames = (kinds: readonly DocumentKind[]): string =>
  formatList(kinds.map((kind) => DOCUMENT_NAMES[kind]));

/** Renders nothing if all documents are there. */
export function DocumentsNote({
  listing,
}: {
  listing: Pick<HostListing, "title" | "documents" | "is_approved">;
}) {
  const missing = missingDocuments(listing.documents);
  if (missing.length === 0) return null;
  return (
    <ListedDocuments>
      <b>Documents missing:</b> {joinNames(missing)}.{" "}
      {!listing.is_approved && "Our team checks them when reviewing the car. "}
      <Link
        to={paths.hostSettings("documents", { search: listing.title })}
        aria-label={`Upload documents, ${listing.title}`}
        className="underline"
      >
        Upload documents
      </Link>
    </ListedDocuments>
  );
}

/** For a car that is not listed yet, so nothing can be uploaded for it. */
export const DocumentsLater = () => (
  <ListedDocuments>
    <b>Have the car's documents ready:</b> {joinNames(DOCUMENT_KINDS)}. Our team checks them when
    reviewing the car. Once it's listed, upload them in{" "}
    <Link to={paths.hostSettings("documents")} className="underline">
      Settings
    </Link>
    .
  </ListedDocuments>
);

const ListedDocuments = ({ children }: { children: ReactNode }) => (
  <Note icon={<Icon name="file-up" />}>{children}</Note>
);
