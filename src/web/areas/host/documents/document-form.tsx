// Uploads one document: its last valid day and its file, with progress, cancelling, and retrying
// with the same values.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
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
import { ACCEPTED_DOCUMENTS, checkDocumentFile } from "../../../parts/document/document-files.ts";
import { useUpload } from "../../../forms/use-upload.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { invalidateEndpoints } from "../../../api/api-cache.ts";
import { HOST_LISTINGS } from "../../../api/endpoint-groups.ts";
import { FormField, TextField } from "../../../forms/fields.tsx";
import type { FieldErrors } from "../../../forms/form-errors.ts";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/form/controls.tsx";
import { UploadProgress } from "../../../ui/form/upload-progress.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { uploadDocument } from "./use-document-files.ts";
import { DOCUMENT_TITLES, documentId } from "./document-text.ts";

interface DocumentValues {
  expires_on: string;
  file: File | null;
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
  const { upload, sent, cancel } = useUpload();
  const client = useQueryClient();
  const today = todayInNassau(new Date());
  const latest = latestExpiry(today);
  const form = useAppForm<DocumentValues>({
    id: documentId(carId, kind),
    initial: { expires_on: "", file: null },
    check: (values) => checkDocument(kind, values, { today, latest }),
    failed: "The document wasn't saved. Please try again.",
    send: async ({ file, expires_on }) => {
      if (!file) return;
      const isStored = await upload(async (options) => {
        const expires = isCalendarDate(expires_on) ? expires_on : undefined;
        await uploadDocument(carId, kind, expires, { file, ...options });
        await invalidateEndpoints(client, HOST_LISTINGS);
      });
      if (!isStored) return;
      toast({ title: `${DOCUMENT_TITLES[kind]} uploaded` });
      onDone();
    },
  });
  const busy = sent !== null;
  const dateId = form.fieldId("expires_on");
  useEffect(() => document.getElementById(dateId)?.focus(), [dateId]);
  return (
    <Form
      form={form}
      aria-labelledby={documentId(carId, kind)}
      className="grid gap-4 rounded-md bg-surface-2 p-4"
    >
      <DocumentFields {...{ form, kind, today, latest, busy }} />
      {busy && (
        <UploadProgress
          label={`Uploading the ${DOCUMENT_NAMES[kind]}, ${carTitle}`}
          sent={sent}
          then="Checking and saving"
        />
      )}
      {form.failure && !busy && (
        <p role="alert" className="text-sm text-destructive-text">
          {form.failure} What you entered is still here.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} size="small" busyLabel="Uploading...">
          {form.failure ? "Try again" : "Upload document"}
        </SubmitButton>
        <Button size="small" variant="outline" onClick={busy ? cancel : onCancel}>
          {busy ? "Cancel upload" : "Cancel"}
        </Button>
      </div>
    </Form>
  );
}

interface DocumentFieldsProps {
  form: AppForm<DocumentValues>;
  kind: DocumentKind;
  today: string;
  latest: string;
  busy: boolean;
}

function DocumentFields({ form, kind, today, latest, busy }: DocumentFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <TextField
        form={form}
        name="expires_on"
        label="Valid until"
        optional={!needsExpiry(kind)}
        hint="Its last valid day"
        type="date"
        min={today}
        max={latest}
        disabled={busy}
        aria-required={needsExpiry(kind) || undefined}
      />
      <FormField
        form={form}
        name="file"
        label="File"
        hint={`PDF, JPEG, PNG, WebP or HEIC, up to ${MAX_DOCUMENT_MEGABYTES} MB`}
      >
        <TextInput
          type="file"
          name="file"
          accept={ACCEPTED_DOCUMENTS}
          aria-required="true"
          disabled={busy}
          className="py-[.45rem] text-sm file:mr-3 file:cursor-pointer file:rounded-[.55rem] file:border-0 file:bg-secondary file:px-3 file:py-1.5 file:font-medium file:text-secondary-foreground"
          onChange={({ target }) => form.set("file", target.files?.[0] ?? null)}
        />
      </FormField>
    </div>
  );
}

function checkDocument(
  kind: DocumentKind,
  { expires_on, file }: DocumentValues,
  { today, latest }: { today: CalendarDate; latest: CalendarDate },
): FieldErrors<DocumentValues> {
  const errors: FieldErrors<DocumentValues> = {};
  if (expires_on === "" && needsExpiry(kind))
    errors.expires_on = "Enter the last day on which the document is valid";
  else if (expires_on !== "" && (!isCalendarDate(expires_on) || expires_on > latest))
    errors.expires_on = `Enter a date no later than ${formatMonthDayYear(latest)}`;
  else if (expires_on !== "" && expires_on < today)
    errors.expires_on = "This document has already expired. Upload the renewed one";
  if (!file) errors.file = "Choose a file";
  else {
    const refused = checkDocumentFile(file);
    if (refused) errors.file = sentenceFor(refused, "");
  }
  return errors;
}
