// Uploads one document: its last valid day, what else belongs to it, and its file, with progress,
// cancelling, and retrying with the same values.
import { useEffect } from "react";
import { latestExpiry, MAX_DOCUMENT_MEGABYTES } from "../../../../domain/listing/car-documents.ts";
import {
  earliestInspection,
  isInspectionDay,
} from "../../../../domain/listing/document-reminders.ts";
import { MAX_DOCUMENT_NUMBER } from "../../../../domain/person/business-documents.ts";
import {
  isCalendarDate,
  todayInNassau,
  type CalendarDate,
} from "../../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../../domain/text/format.ts";
import { ACCEPTED_DOCUMENTS, checkDocumentFile } from "../../../parts/document/document-files.ts";
import { useUpload } from "../../../forms/use-upload.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import type { FileToSend } from "../../../api/send-file.ts";
import { FormField, TextField } from "../../../forms/fields.tsx";
import type { FieldErrors } from "../../../forms/form-errors.ts";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/form/controls.tsx";
import { UploadProgress } from "../../../ui/form/upload-progress.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

interface DocumentValues {
  number: string;
  inspected_on: string;
  expires_on: string;
  file: File | null;
}

/** What is sent with the file, as far as the host has entered it. */
export interface DocumentDetails {
  number: string | undefined;
  inspected_on: CalendarDate | undefined;
  expires_on: CalendarDate | undefined;
}

export interface DocumentFormProps {
  /** The id of the document's heading. */
  id: string;
  /** "Insurance" */
  title: string;
  /** "the insurance, Calm Fit", for the progress. */
  name: string;
  needsExpiry: boolean;
  /** What else the host may enter. */
  also?: "number" | "inspected_on" | undefined;
  store: (
    details: DocumentDetails,
    sending: Pick<FileToSend, "file" | "signal" | "onProgress">,
  ) => Promise<void>;
  onDone: () => void;
  onCancel: () => void;
}

const toDate = (typed: string): CalendarDate | undefined =>
  isCalendarDate(typed) ? typed : undefined;

export function DocumentForm(props: DocumentFormProps) {
  const { id, title, name, also, store, onDone, onCancel } = props;
  const { upload, sent, cancel } = useUpload();
  const today = todayInNassau(new Date());
  const form = useAppForm<DocumentValues>({
    id,
    initial: { number: "", inspected_on: "", expires_on: "", file: null },
    check: (values) => checkDocument(props, values, today),
    failed: "The document wasn't saved. Please try again.",
    send: async ({ file, number, inspected_on, expires_on }) => {
      if (!file) return;
      const details = {
        number: number.trim() || undefined,
        inspected_on: toDate(inspected_on),
        expires_on: toDate(expires_on),
      };
      if (!(await upload((options) => store(details, { file, ...options })))) return;
      toast({ title: `${title} uploaded` });
      onDone();
    },
  });
  const busy = sent !== null;
  const firstId = form.fieldId(also ?? "expires_on");
  useEffect(() => document.getElementById(firstId)?.focus(), [firstId]);
  return (
    <Form form={form} aria-labelledby={id} className="grid gap-4 rounded-md bg-surface-2 p-4">
      <DocumentFields {...props} {...{ form, today, busy }} />
      {busy && (
        <UploadProgress label={`Uploading ${name}`} sent={sent} then="Checking and saving" />
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

interface DocumentFieldsProps extends Pick<DocumentFormProps, "needsExpiry" | "also"> {
  form: AppForm<DocumentValues>;
  today: CalendarDate;
  busy: boolean;
}

function DocumentFields({ form, needsExpiry, also, today, busy }: DocumentFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
      {also === "number" && (
        <TextField
          form={form}
          name="number"
          label="Number"
          optional
          hint="As printed on it"
          maxLength={MAX_DOCUMENT_NUMBER}
          disabled={busy}
        />
      )}
      {also === "inspected_on" && (
        <TextField
          form={form}
          name="inspected_on"
          label="Inspected on"
          optional
          hint="We'll remind you two weeks before the next one"
          type="date"
          min={earliestInspection(today)}
          max={today}
          disabled={busy}
        />
      )}
      <TextField
        form={form}
        name="expires_on"
        label="Valid until"
        optional={!needsExpiry}
        hint="Its last valid day"
        type="date"
        min={today}
        max={latestExpiry(today)}
        disabled={busy}
        aria-required={needsExpiry || undefined}
      />
      <FormField
        form={form}
        name="file"
        label="File"
        hint={`PDF, JPEG, PNG, WebP or HEIC, up to ${MAX_DOCUMENT_MEGABYTES} MB`}
        className={also && "sm:col-span-full"}
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
  { needsExpiry }: Pick<DocumentFormProps, "needsExpiry">,
  { inspected_on, expires_on, file }: DocumentValues,
  today: CalendarDate,
): FieldErrors<DocumentValues> {
  const errors: FieldErrors<DocumentValues> = {};
  const latest = latestExpiry(today);
  const inspected = toDate(inspected_on);
  if (inspected_on !== "" && !(inspected && isInspectionDay(inspected, today)))
    errors.inspected_on = "Enter the day of the last inspection, within the past year";
  if (expires_on === "" && needsExpiry)
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
