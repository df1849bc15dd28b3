// One document of a car: its state and its actions.
import { useQueryClient } from "@tanstack/react-query";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import {
  DOCUMENT_NAMES,
  isRemovable,
  needsExpiry,
  type DocumentKind,
} from "../../../../domain/listing/car-documents.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../../domain/text/format.ts";
import { useHostSettings } from "../../../parts/person/use-host-settings.ts";
import { CarDocumentButton } from "../../../parts/listing/car-document-button.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { invalidateEndpoints } from "../../../api/api-cache.ts";
import { HOST_LISTINGS } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { DocumentForm } from "./document-form.tsx";
import { describeUpload, DocumentLayout, openLabel, useDocumentRow } from "./document-layout.tsx";
import { uploadCarDocument } from "./use-document-files.ts";
import { DOCUMENT_TITLES, documentId, documentState } from "./document-text.ts";

interface DocumentRowProps {
  listing: HostListing;
  kind: DocumentKind;
}

export function DocumentTableRow({ listing, kind }: DocumentRowProps) {
  const { id: carId, title, documents } = listing;
  const id = documentId(carId, kind);
  const client = useQueryClient();
  const focus = useFocusAfterwards();
  const row = useDocumentRow(() => focus(id));
  const removal = useRemoval(carId, kind, row.close);
  const settings = useHostSettings();
  const today = todayInNassau(new Date());
  const document = documents.find((each) => each.kind === kind);
  const car = {
    isApproved: listing.is_approved,
    documentsRequired: settings.data?.documents_required ?? true, // until it is known
  };
  return (
    <DocumentLayout
      row={row}
      id={id}
      title={DOCUMENT_TITLES[kind]}
      state={documentState(documents, kind, today)}
      details={document && describeDocument(document)}
      fileButton={
        document && <CarDocumentButton {...{ listing, kind }} label={openLabel(document)} />
      }
      name={`${DOCUMENT_NAMES[kind]}, ${title}`}
      isStored={document !== undefined}
      mayStore
      mayRemove={document !== undefined && isRemovable(document, car, today)}
      form={
        <DocumentForm
          id={id}
          title={DOCUMENT_TITLES[kind]}
          name={`the ${DOCUMENT_NAMES[kind]}, ${title}`}
          needsExpiry={needsExpiry(kind)}
          also={kind === "inspection" ? "inspected_on" : undefined}
          store={async (details, sending) => {
            await uploadCarDocument(carId, kind, details, sending);
            await invalidateEndpoints(client, HOST_LISTINGS);
          }}
          onDone={row.close}
          onCancel={row.close}
        />
      }
      removal={{
        text: (
          <>
            This removes the {DOCUMENT_NAMES[kind]} of <b>{title}</b>.
          </>
        ),
        busy: removal.isPending,
        confirm: () => removal.mutate(),
      }}
    />
  );
}

/** "PDF, 1.2 MB, uploaded Jun 10, 2026, inspected Jun 8, 2026". */
function describeDocument(document: HostListing["documents"][number]): string {
  const { inspected_on: inspected } = document;
  const uploaded = describeUpload(document);
  return inspected ? `${uploaded}, inspected ${formatMonthDayYear(inspected)}` : uploaded;
}

const useRemoval = (carId: string, kind: DocumentKind, onDone: () => void) =>
  useApiMutation("DELETE /api/host/listings/{id}/documents/{kind}", {
    call: () => ({ params: { id: carId, kind } }),
    invalidates: HOST_LISTINGS,
    failed: "The document wasn't removed. Please try again.",
    onSuccess: () => toast({ title: `${DOCUMENT_TITLES[kind]} removed` }),
    onSettled: onDone,
  });
