// Tells a host which papers a car lacks, and where they are uploaded: whoever approves it is warned of each (docs/product.md, Papers of cars).
import { FileUp } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { HostListing } from "../../../contract/host/host-listings.ts";
import {
  DOCUMENT_KINDS,
  DOCUMENT_NAMES,
  missingDocuments,
  type DocumentKind,
} from "../../../domain/listing/car-documents.ts";
import { paths } from "../../paths.ts";
import { Note } from "../../ui/note.tsx";

const namesOf = (kinds: readonly DocumentKind[]): string =>
  new Intl.ListFormat("en-GB").format(kinds.map((kind) => DOCUMENT_NAMES[kind]));

/** Nothing for a car that has them all. */
export function PapersNote({ listing }: { listing: Pick<HostListing, "title" | "documents" | "is_approved"> }) {
  const missing = missingDocuments(listing.documents);
  if (missing.length === 0) return null;
  return (
    <Papers>
      <b>Papers missing:</b> {namesOf(missing)}.{" "}
      {!listing.is_approved && "Our team sees them when it reviews the car. "}
      <Link
        to={paths.hostSettings("documents", { search: listing.title })}
        aria-label={`Upload the papers, ${listing.title}`}
        className="underline"
      >
        Upload the papers
      </Link>
    </Papers>
  );
}

/** For a car that is not listed yet, so that nothing can be uploaded for it. */
export const PapersLater = () => (
  <Papers>
    <b>Have the car's papers at hand:</b> {namesOf(DOCUMENT_KINDS)}. Our team sees them when it reviews the car. Once it
    is listed, upload them under{" "}
    <Link to={paths.hostSettings("documents")} className="underline">
      Settings
    </Link>
    .
  </Papers>
);

const Papers = ({ children }: { children: ReactNode }) => (
  <Note icon={<FileUp aria-hidden="true" size={20} strokeWidth={1.75} />}>{children}</Note>
);
