// Uploads one document: its last valid day and its file, with progress, cancelling, and retrying
// with the same values.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import {
  DOCUMENT_NAMES,
  latestExpiry,
  MAX_DOCUMENT_MEGABYTES,
  needsExpiry,
  type DocumentKind,
} from "../../../../domain/listing/car-documents.ts";
import {
  isCalendarDate,
  todayInNassau,
  type CalendarDate,
} from "../../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../../domain/text/format.ts";
import { ApiError, isSessionOver } from "../../../api/api.ts";
import { ACCEPTED_DOCUMENTS, refusalOf } from "../../../parts/document/document-files.ts";
import { useLeaveWarning } from "../../../forms/leave-warning.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { invalidateEndpoints } from "../../../api/api-cache.ts";
import { HOST_LISTINGS } from "../../../api/endpoint-groups.ts";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/form/controls.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { UploadProgress } from "../../../ui/form/upload-progress.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { uploadDocument } from "./document-files.ts";
import { DOCUMENT_TITLES, documentId } from "./document-words.ts";

interface Faults {
  expires?: string;
  file?: string;
  /** The error of the upload as a whole. */
  sending?: string;
}

export interface DocumentFormProps {
  carId: string;
  kind: DocumentKind;
  /** "Calm Fit", for the names of the controls. */
  carTitle: string;
  onDone: () => void;
  onCancel: () => void;
}

export function DocumentForm({ carId, kind, carTitle, onDone, onCancel }: DocumentFormProps) {
  const [expires, setExpires] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  /** Per cent; null while nothing is being uploaded. */
  const [sent, setSent] = useState<number | null>(null);
  const abort = useRef<AbortController>(null);
  const form = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const busy = sent !== null;
  useLeaveWarning(busy);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  useEffect(() => () => abort.current?.abort(), []);
  const today = todayInNassau(new Date());
  const latest = latestExpiry(today);

  /** Shows the errors and focuses the first invalid field. */
  const refuse = (found: Faults) => {
    setFaults(found);
    form.current
      ?.querySelector<HTMLElement>(found.expires ? "input[type=date]" : "input[type=file]")
      ?.focus();
  };
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = checkDocument(kind, { expires, file, today, latest });
    if (found.expires || found.file || !file) return refuse(found);
    setFaults({});
    setSent(0);
    abort.current = new AbortController();
    const { signal } = abort.current;
    try {
      await uploadDocument(carId, kind, isCalendarDate(expires) ? expires : undefined, {
        file,
        signal,
        onProgress: setSent,
      });
      await invalidateEndpoints(client, HOST_LISTINGS);
      toast({ title: `${DOCUMENT_TITLES[kind]} uploaded` });
      onDone();
    } catch (error) {
      setSent(null);
      if (signal.aborted || isSessionOver(error)) return;
      const field =
        error instanceof ApiError
          ? error.fields.find((each) => each.field === "query.expires_on")
          : null;
      if (field) refuse({ expires: field.message });
      else
        setFaults({ sending: sentenceFor(error, "The document wasn't saved. Please try again.") });
    }
  };
  return (
    <form
      ref={form}
      noValidate
      aria-labelledby={documentId(carId, kind)}
      onSubmit={(event) => void send(event)}
      className="grid gap-4 rounded-md bg-surface-2 p-4"
    >
      <div className="grid gap-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <Field
          label="Valid until"
          optional={!needsExpiry(kind)}
          error={faults.expires}
          hint="Its last valid day"
        >
          <Input
            type="date"
            name="expires_on"
            value={expires}
            min={today}
            max={latest}
            disabled={busy}
            aria-required={needsExpiry(kind) || undefined}
            onChange={({ target }) => setExpires(target.value)}
          />
        </Field>
        <Field
          label="File"
          error={faults.file}
          hint={`PDF, JPEG, PNG, WebP or HEIC, up to ${MAX_DOCUMENT_MEGABYTES} MB`}
        >
          <Input
            type="file"
            name="file"
            accept={ACCEPTED_DOCUMENTS}
            aria-required="true"
            disabled={busy}
            className="py-[.45rem] text-sm file:mr-3 file:cursor-pointer file:rounded-[.55rem] file:border-0 file:bg-secondary file:px-3 file:py-1.5 file:font-medium file:text-secondary-foreground"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        </Field>
      </div>
      {busy && (
        <UploadProgress
          label={`Uploading the ${DOCUMENT_NAMES[kind]}, ${carTitle}`}
          sent={sent}
          then="Checking and saving"
        />
      )}
      {faults.sending && (
        <p role="alert" className="text-sm text-destructive-text">
          {faults.sending} What you entered is still here.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" busy={busy} busyLabel="Uploading...">
          {faults.sending ? "Try again" : "Upload document"}
        </Button>
        <Button
          size="small"
          variant="outline"
          onClick={() => (busy ? abort.current?.abort() : onCancel())}
        >
          {busy ? "Cancel upload" : "Cancel"}
        </Button>
      </div>
    </form>
  );
}

interface Entered {
  expires: string;
  file: File | null;
  today: CalendarDate;
  latest: CalendarDate;
}

function checkDocument(kind: DocumentKind, { expires, file, today, latest }: Entered): Faults {
  const faults: Faults = {};
  if (expires === "" && needsExpiry(kind))
    faults.expires = "Enter the last day on which the document is valid";
  else if (expires !== "" && (!isCalendarDate(expires) || expires > latest))
    faults.expires = `Enter a date no later than ${formatMonthDayYear(latest)}`;
  else if (expires !== "" && expires < today)
    faults.expires = "This document has already expired. Upload the renewed one";
  if (!file) faults.file = "Choose a file";
  else {
    const refused = refusalOf(file);
    if (refused) faults.file = sentenceFor(refused, "");
  }
  return faults;
}
