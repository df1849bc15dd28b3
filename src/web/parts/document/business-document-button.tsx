// A button that opens a business document: one's own, or a host's for an admin.
import {
  BUSINESS_DOCUMENT_NAMES,
  type BusinessDocumentKind,
} from "../../../domain/person/business-documents.ts";
import { capitalised } from "../../../domain/text/capitalised.ts";
import { streamAsUser } from "../../api/as-user.ts";
import { DocumentButton } from "./document-button.tsx";

export interface BusinessDocumentButtonProps {
  kind: BusinessDocumentKind;
  /** "View". */
  label: string;
  /** The host, for an admin. */
  hostId?: string;
}

export const BusinessDocumentButton = ({ kind, label, hostId }: BusinessDocumentButtonProps) => (
  <DocumentButton
    label={label}
    name={BUSINESS_DOCUMENT_NAMES[kind]}
    title={capitalised(BUSINESS_DOCUMENT_NAMES[kind])}
    fileName={BUSINESS_DOCUMENT_NAMES[kind]}
    fetchFile={() =>
      hostId === undefined
        ? streamAsUser("GET /api/host/business-documents/{kind}", { params: { kind } })
        : streamAsUser("GET /api/admin/users/{id}/business-documents/{kind}", {
            params: { id: hostId, kind },
          })
    }
  />
);
