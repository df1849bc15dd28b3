// One document of a car: its state and its actions.
import { lazy, Suspense, useState } from "react";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import {
  DOCUMENT_NAMES,
  isRemovable,
  type DocumentKind,
} from "../../../../domain/listing/car-documents.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../../domain/text/format.ts";
import { CarDocumentButton } from "../../../parts/listing/car-document-button.tsx";
import { describeFile } from "../../../parts/document/document-files.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { HOST_LISTINGS } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { DocumentForm } from "./document-form.tsx";
import { DOCUMENT_TITLES, documentId, documentState } from "./document-text.ts";
import { Icon } from "../../../ui/icon.tsx";

const ConfirmDialog = lazy(() => import("../../../ui/overlay/confirm-dialog.tsx"));

interface DocumentRowProps {
  listing: HostListing;
  kind: DocumentKind;
}

export function DocumentTableRow({ listing, kind }: DocumentRowProps) {
  const { id: carId, title } = listing;
  const [open, setOpen] = useState<"form" | "removal" | null>(null);
  const focus = useFocusAfterwards();
  const close = () => {
    setOpen(null);
    focus(documentId(carId, kind));
  };
  const removal = useRemoval(carId, kind, close);
  return (
    <li className="grid gap-3 border-t border-border pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Summary listing={listing} kind={kind} />
        {open !== "form" && <Actions listing={listing} kind={kind} onOpen={setOpen} />}
      </div>
      {open === "form" && (
        <DocumentForm carId={carId} kind={kind} carTitle={title} onDone={close} onCancel={close} />
      )}
      <Suspense>
        {open === "removal" && (
          <ConfirmDialog
            title="Remove document"
            text={
              <>
                This removes the {DOCUMENT_NAMES[kind]} of <b>{title}</b>. This action cannot be
                undone.
              </>
            }
            cancelLabel="Keep Document"
            confirmLabel="Remove Document"
            busy={removal.isPending}
            onClose={() => setOpen(null)}
            onConfirm={() => removal.mutate()}
          />
        )}
      </Suspense>
    </li>
  );
}

/** The document of this kind, if there is one, and its state today. */
function findDocument({ documents }: HostListing, kind: DocumentKind) {
  const today = todayInNassau(new Date());
  return {
    today,
    document: documents.find((each) => each.kind === kind),
    state: documentState(documents, kind, today),
  };
}

function Summary({ listing, kind }: DocumentRowProps) {
  const { document, state } = findDocument(listing, kind);
  return (
    <div className="grid min-w-0 gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={documentId(listing.id, kind)} tabIndex={-1} className="text-base">
          {DOCUMENT_TITLES[kind]}
        </h3>
        <Badge variant={state.variant}>{state.text}</Badge>
      </div>
      {document && (
        <p className="flex items-center gap-[.4rem] text-sm text-muted-foreground">
          <Icon name="file-text" size={16} className="stroke-[1.75]" />
          {describeFile(document)}, uploaded{" "}
          {formatMonthDayYear(todayInNassau(new Date(document.created_at)))}
        </p>
      )}
    </div>
  );
}

interface ActionsProps extends DocumentRowProps {
  onOpen: (what: "form" | "removal") => void;
}

function Actions({ listing, kind, onOpen }: ActionsProps) {
  const { document, state, today } = findDocument(listing, kind);
  /** The accessible name of a button, which does not depend on its surroundings. */
  const named = (what: string) => `${what}, ${DOCUMENT_NAMES[kind]}, ${listing.title}`;
  return (
    <div className="flex flex-wrap gap-2">
      {document && (
        <CarDocumentButton
          listing={listing}
          kind={kind}
          label={document.type === "application/pdf" ? "Download" : "View"}
        />
      )}
      <Button
        size="small"
        variant={state.variant === "palm" ? "outline" : "secondary"}
        aria-label={named(document ? "Replace" : "Upload")}
        onClick={() => onOpen("form")}
      >
        {document ? "Replace" : "Upload"}
      </Button>
      {document && isRemovable(document, { isApproved: listing.is_approved }, today) && (
        <Button
          size="small"
          variant="ghost-destructive"
          aria-label={named("Remove")}
          onClick={() => onOpen("removal")}
        >
          Remove
        </Button>
      )}
    </div>
  );
}

const useRemoval = (carId: string, kind: DocumentKind, onDone: () => void) =>
  useApiMutation("DELETE /api/host/listings/{id}/documents/{kind}", {
    call: () => ({ params: { id: carId, kind } }),
    invalidates: HOST_LISTINGS,
    failed: "The document wasn't removed. Please try again.",
    onSuccess: () => toast({ title: `${DOCUMENT_TITLES[kind]} removed` }),
    onSettled: onDone,
  });
