// The documents of the host's business, in the host settings. Former hosts can still open and
// remove them.
import { useQueryClient } from "@tanstack/react-query";
import type { BusinessDocument } from "../../../../../contract/host/business-documents.ts";
import { todayInNassau } from "../../../../../domain/calendar/dates.ts";
import { documentBadge } from "../../../../parts/document/expiry-badge.ts";
import {
  BUSINESS_DOCUMENT_NAMES,
  BUSINESS_DOCUMENTS,
  type BusinessDocumentKind,
} from "../../../../../domain/person/business-documents.ts";
import { capitalised } from "../../../../../domain/text/capitalised.ts";
import { invalidateEndpoints } from "../../../../api/api-cache.ts";
import { useApi, useApiMutation } from "../../../../api/use-api.ts";
import { BusinessDocumentButton } from "../../../../parts/document/business-document-button.tsx";
import { NotLoaded } from "../../../../parts/list/not-loaded.tsx";
import { useFocusAfterwards } from "../../../../ui/focus/focus-afterwards.ts";
import { toast } from "../../../../ui/overlay/toast.ts";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { DocumentForm } from "../document-form.tsx";
import { describeUpload, DocumentLayout, openLabel, useDocumentRow } from "../document-layout.tsx";
import { uploadBusinessDocument } from "../use-document-files.ts";

const LIST = ["GET /api/host/business-documents"] as const;
const rowId = (kind: BusinessDocumentKind): string => `business-document-${kind}`;

interface BusinessDocumentsProps {
  isHost: boolean;
  /** The id of the section's heading, which gets the focus if a row is gone. */
  headingId: string;
}

export function BusinessDocuments({ isHost, headingId }: BusinessDocumentsProps) {
  const focus = useFocusAfterwards();
  const query = useApi("GET /api/host/business-documents", {});
  if (query.isPending) return <Skeleton className="h-40 w-full rounded-md" />;
  if (!query.data) return <NotLoaded what="Your documents" query={query} />;
  const { documents } = query.data;
  if (!isHost && documents.length === 0)
    return <p className="text-sm text-muted-foreground">You have no business documents here.</p>;
  return (
    <ul className="grid gap-4">
      {BUSINESS_DOCUMENTS.map((kind) => {
        const document = documents.find((each) => each.kind === kind);
        const row = { kind, document, isHost };
        return (
          (isHost || document) && (
            <Row key={kind} {...row} onClose={() => focus(isHost ? rowId(kind) : headingId)} />
          )
        );
      })}
    </ul>
  );
}

interface RowProps {
  kind: BusinessDocumentKind;
  document: BusinessDocument | undefined;
  isHost: boolean;
}

function Row({ kind, document, isHost, onClose }: RowProps & { onClose: () => void }) {
  const row = useDocumentRow(onClose);
  const client = useQueryClient();
  const name = BUSINESS_DOCUMENT_NAMES[kind];
  const title = capitalised(name);
  const removal = useApiMutation("DELETE /api/host/business-documents/{kind}", {
    call: () => ({ params: { kind } }),
    invalidates: LIST,
    failed: "The document wasn't removed. Please try again.",
    onSuccess: () => toast({ title: `${title} removed` }),
    onSettled: row.close,
  });
  return (
    <DocumentLayout
      row={row}
      id={rowId(kind)}
      title={title}
      state={documentBadge(document, todayInNassau(new Date()), "Not uploaded")}
      details={
        document && (
          <>
            {document.number && `No. ${document.number}, `}
            {describeUpload(document)}
          </>
        )
      }
      fileButton={document && <BusinessDocumentButton kind={kind} label={openLabel(document)} />}
      name={name}
      isStored={document !== undefined}
      mayStore={isHost}
      mayRemove
      form={
        <DocumentForm
          id={rowId(kind)}
          title={title}
          name={`the ${name}`}
          needsExpiry={false}
          also="number"
          store={async (details, sending) => {
            await uploadBusinessDocument(kind, details, sending);
            await invalidateEndpoints(client, LIST);
          }}
          onDone={row.close}
          onCancel={row.close}
        />
      }
      removal={{
        text: `This removes your ${name}.`,
        busy: removal.isPending,
        confirm: () => removal.mutate(),
      }}
    />
  );
}
