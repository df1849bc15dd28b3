// Tells a host which documents of a car are due and where to upload them. Approving admins see the
// same warnings (docs/product.md, Documents of cars).
import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { formatList, formatMonthDayYear } from "../../../domain/text/format.ts";
import type { HostListing } from "../../../contract/host/host-listings.ts";
import {
  DOCUMENT_KINDS,
  DOCUMENT_NAMES,
  documentWarnings,
  type DocumentKind,
} from "../../../domain/listing/car-documents.ts";
import { useHostSettings } from "../person/use-host-settings.ts";
import { paths } from "../../paths.ts";
import { Note } from "../../ui/note.tsx";
import { Icon } from "../../ui/icon.tsx";
import { capitalised } from "../../../domain/text/capitalised.ts";

type DocumentedListing = Pick<HostListing, "id" | "title" | "documents" | "is_approved">;

const joinNames = (kinds: readonly DocumentKind[]): string =>
  formatList(kinds.map((kind) => DOCUMENT_NAMES[kind]));

/** What is missing, has expired or expires soon. Renders nothing if nothing is due. */
export function DocumentsNote({ listing }: { listing: DocumentedListing }) {
  const whenReviewed = useWhenReviewed();
  // The cards of cars say more about expired insurance.
  const warnings = documentWarnings(listing.documents, todayInNassau(new Date())).filter(
    ({ kind, warning }) => kind !== "insurance" || warning !== "expired",
  );
  if (warnings.length === 0) return null;
  const missing = warnings.filter(({ warning }) => warning === "missing").map(({ kind }) => kind);
  return (
    <ListedDocuments>
      {missing.length > 0 && (
        <>
          <b>Documents missing:</b> {joinNames(missing)}.{" "}
          {!listing.is_approved && <>{whenReviewed} </>}
        </>
      )}
      {warnings.map(
        (due) =>
          due.warning !== "missing" && (
            <Fragment key={due.kind}>
              <b>
                {capitalised(DOCUMENT_NAMES[due.kind])}{" "}
                {due.warning === "expired" ? "expired" : "expires"}
              </b>{" "}
              {formatMonthDayYear(due.expires_on)}.{" "}
            </Fragment>
          ),
      )}
      <Link
        to={paths.hostEditListing(listing.id, "documents")}
        aria-label={`Upload documents, ${listing.title}`}
        className="underline"
      >
        Upload documents
      </Link>
    </ListedDocuments>
  );
}

/** For a car that is not listed yet, so nothing can be uploaded for it. */
export function DocumentsLater() {
  const whenReviewed = useWhenReviewed();
  return (
    <ListedDocuments>
      <b>Have the car's documents ready:</b> {joinNames(DOCUMENT_KINDS)}. {whenReviewed} Once it's
      listed, upload them on its page.
    </ListedDocuments>
  );
}

/** What the documents are needed for. */
function useWhenReviewed(): string {
  const { data } = useHostSettings();
  return data?.documents_required
    ? "We need them before we can approve the car."
    : "Our team checks them when reviewing the car.";
}

const ListedDocuments = ({ children }: { children: ReactNode }) => (
  <Note icon={<Icon name="file-up" />}>{children}</Note>
);
