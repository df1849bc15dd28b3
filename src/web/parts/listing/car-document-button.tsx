// A button that opens one document of a car, for its host or an admin.
import { DOCUMENT_NAMES, type DocumentKind } from "../../../domain/listing/car-documents.ts";
import { streamAsUser } from "../../api/as-user.ts";
import { DocumentButton } from "../document/document-button.tsx";
import { capitalised } from "../../../domain/text/capitalised.ts";

export interface CarDocumentButtonProps {
  listing: { id: string; title: string };
  kind: DocumentKind;
  /** "View". */
  label: string;
  /** Called once the file has been fetched. */
  onFetched?: () => void;
}

export const CarDocumentButton = ({
  listing: { id, title },
  kind,
  label,
  onFetched,
}: CarDocumentButtonProps) => (
  <DocumentButton
    label={label}
    name={`${DOCUMENT_NAMES[kind]}, ${title}`}
    title={`${capitalised(DOCUMENT_NAMES[kind])} of ${title}`}
    fileName={`${title}, ${DOCUMENT_NAMES[kind]}`}
    fetchFile={async () => {
      const params = { id, kind };
      const file = await streamAsUser("GET /api/host/listings/{id}/documents/{kind}", { params });
      onFetched?.();
      return file;
    }}
  />
);
