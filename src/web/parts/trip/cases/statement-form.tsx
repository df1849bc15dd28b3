// The form for the renter's answer and either side's appeal: words and evidence. What is typed
// stays on this device until it is sent.
import { useId, useState } from "react";
import type { StatementBody } from "../../../../contract/bookings/trip-cases.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { MAX_CASE_WORDS } from "../../../../domain/cases/trip-case.ts";
import { TextareaField } from "../../../forms/fields.tsx";
import { Form } from "../../../forms/form.tsx";
import { storedTexts } from "../../../forms/form-draft.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { Button } from "../../../ui/button.tsx";
import { useSentId } from "../use-sent-id.ts";
import { CaseFiles, EvidenceChoice, listEntries, type SentFile } from "./evidence-fields.tsx";
import { describeCaseError } from "./explain-case.ts";

interface StatementFormProps {
  trip: Trip;
  /** The key under which the typed text is stored. */
  storageName: string;
  label: string;
  hint: string;
  submitLabel: string;
  send: (body: StatementBody) => Promise<unknown>;
}

export function StatementForm({
  trip,
  storageName,
  label,
  hint,
  submitLabel,
  send,
}: StatementFormProps) {
  const [entries, setEntries] = useState<string[]>([]);
  const [files, setFiles] = useState<SentFile[]>([]);
  const sentId = useSentId();
  const [draft] = useState(() => storedTexts({ words: storageName }));
  const form = useAppForm({
    id: useId(),
    initial: { words: "" },
    draft,
    describe: describeCaseError,
    check: ({ words }) => ({ words: words.trim() ? undefined : "Say what happened." }),
    send: async ({ words }) => {
      const content = {
        words: words.trim(),
        entry_ids: entries,
        file_ids: files.map(({ id }) => id),
      };
      await send({ id: sentId.identify(content).id, ...content });
      sentId.forget();
      draft.drop();
    },
  });
  return (
    <Form form={form} failureTitle="That wasn't sent" className="grid gap-4">
      <TextareaField
        form={form}
        name="words"
        label={label}
        hint={hint}
        required
        rows={6}
        maxLength={MAX_CASE_WORDS}
      />
      <EvidenceChoice
        legend="Photos and marks of the trip that show it"
        options={listEntries(trip)}
        chosen={entries}
        onChange={setEntries}
      />
      <CaseFiles
        bookingId={trip.booking_id}
        label="Add a photo or document"
        files={files}
        onChange={setFiles}
      />
      <Button type="submit" className="justify-self-start" busy={form.busy} busyLabel="Sending...">
        {submitLabel}
      </Button>
    </Form>
  );
}
