// One of the two identity documents: upload with progress (stored immediately), view and replace.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { IdentityDocumentFile } from "../../../../contract/people/identity.ts";
import {
  IDENTITY_DOCUMENT_NAMES,
  type IdentityDocument,
} from "../../../../domain/person/identity.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../../domain/text/format.ts";
import { invalidateEndpoint, setApiData } from "../../../api/api-cache.ts";
import { isSessionOver } from "../../../api/api.ts";
import { streamAsUser } from "../../../api/as-user.ts";
import { DocumentButton } from "../../../parts/document/document-button.tsx";
import {
  ACCEPTED_DOCUMENTS,
  describeFile,
  checkDocumentFile,
} from "../../../parts/document/document-files.ts";
import { useUpload } from "../../../forms/use-upload.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { Button } from "../../../ui/button.tsx";
import { FilePicker } from "../../../ui/form/file-picker.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { UploadProgress } from "../../../ui/form/upload-progress.tsx";
import { uploadIdentity } from "./use-identity.ts";
import { Icon } from "../../../ui/icon.tsx";

const HINTS: Record<IdentityDocument, string> = {
  driving_licence: "Photo side, fully visible and readable.",
  government_id: "A passport, national ID card or NIB card with your photo.",
};

export interface DocumentSlotProps {
  kind: IdentityDocument;
  document: IdentityDocumentFile | undefined;
  /** An admin rejected the document and asked for another. */
  isRefused: boolean;
  /** Whether documents can be uploaded now. */
  isOpen: boolean;
}

export function DocumentSlot({ kind, document, isRefused, isOpen }: DocumentSlotProps) {
  const { sent, problem, send, cancel } = useIdentityUpload(kind);
  const picker = useRef<HTMLInputElement>(null);
  const name = IDENTITY_DOCUMENT_NAMES[kind];
  return (
    <li className="grid gap-3 border-t border-border pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <h3 className="text-base">{capitalised(name)}</h3>
          <p className="flex items-center gap-[.4rem] text-sm text-muted-foreground">
            {document ? (
              <>
                <Icon name="file-text" size={16} className="stroke-[1.75] flex-none" />
                {describeFile(document)}, {isRefused ? "rejected; uploaded" : "uploaded"}{" "}
                {formatMonthDayYear(todayInNassau(new Date(document.created_at)))}
              </>
            ) : (
              HINTS[kind]
            )}
          </p>
        </div>
        {sent === null && (
          <div className="flex flex-wrap gap-2">
            {document && <ViewDocumentButton kind={kind} document={document} />}
            {isOpen && (
              <Button
                size="small"
                variant={document && !isRefused ? "outline" : "secondary"}
                aria-label={`${document ? "Choose another file" : "Choose a file"}, ${name}`}
                onClick={() => picker.current?.click()}
              >
                {document ? "Choose another file" : "Choose a file"}
              </Button>
            )}
          </div>
        )}
      </div>
      <FilePicker
        ref={picker}
        label={capitalised(name)}
        accept={ACCEPTED_DOCUMENTS}
        onPick={(file) => void send(file)}
      />
      {sent !== null && (
        <div className="grid gap-3">
          <UploadProgress label={`Uploading your ${name}`} sent={sent} then="Checking and saving" />
          <Button variant="outline" size="small" className="justify-self-start" onClick={cancel}>
            Cancel upload
          </Button>
        </div>
      )}
      {problem && (
        <p role="alert" className="text-sm text-destructive-text">
          {problem} {document ? "We kept your previous file." : "Nothing was saved."}
        </p>
      )}
    </li>
  );
}

interface ViewDocumentButtonProps {
  kind: IdentityDocument;
  document: IdentityDocumentFile;
}

function ViewDocumentButton({ kind, document }: ViewDocumentButtonProps) {
  const name = IDENTITY_DOCUMENT_NAMES[kind];
  return (
    <DocumentButton
      label={document.type === "application/pdf" ? "Download" : "View"}
      name={`your ${name}`}
      title={`Your ${name}`}
      fileName={`My ${name}`}
      fetchFile={() => streamAsUser("GET /api/identity/documents/{kind}", { params: { kind } })}
    />
  );
}

function useIdentityUpload(kind: IdentityDocument) {
  const { sent, upload, cancel } = useUpload();
  const [problem, setProblem] = useState<string>();
  const client = useQueryClient();
  const send = async (file: File) => {
    setProblem(undefined);
    const refused = checkDocumentFile(file);
    if (refused) return setProblem(sentenceFor(refused, "This is too large."));
    try {
      await upload(async (options) => {
        const identity = await uploadIdentity(kind, { file, ...options });
        setApiData(client, "GET /api/identity", {}, identity);
        toast({ title: `${capitalised(IDENTITY_DOCUMENT_NAMES[kind])} uploaded` });
      });
    } catch (error) {
      if (isSessionOver(error)) return;
      setProblem(sentenceFor(error, "We couldn't save the document. Please try again."));
      void invalidateEndpoint(client, "GET /api/identity");
    }
  };
  return { sent, problem, send, cancel };
}
