// The evidence for a statement: marks and photos of the trip to choose from, and files to upload.
import { useRef, useState } from "react";
import { MAX_CASE_FILES } from "../../../../domain/cases/trip-case.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { sendToApi } from "../../../api/send-file.ts";
import { useUpload } from "../../../forms/use-upload.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/controls.tsx";
import { FilePicker } from "../../../ui/form/file-picker.tsx";
import { UploadProgress } from "../../../ui/form/upload-progress.tsx";
import { ACCEPTED_DOCUMENTS, checkDocumentFile } from "../../document/document-files.ts";
import { DAMAGE_NAMES, formatAt, HANDOVER_NAMES, PART_NAMES } from "../trip-text.ts";
import { nameTripPhoto } from "./comparisons.tsx";
import { explainCase } from "./explain-case.ts";

export interface EvidenceOption {
  id: string;
  label: string;
}

/** The marks and photos of a trip as evidence. */
export function listEntries(
  trip: Trip,
  handovers: readonly ("pickup" | "return")[] = ["return", "pickup"],
): EvidenceOption[] {
  return handovers.flatMap((handover) => [
    ...trip[handover].marks.map(({ id, damage, part, at }) => ({
      id,
      label: `${HANDOVER_NAMES[handover]}, mark: ${DAMAGE_NAMES[damage].toLowerCase()}, ${PART_NAMES[part].toLowerCase()}, ${formatAt(at)}`,
    })),
    ...trip[handover].photos.map((photo) => ({
      id: photo.id,
      label: `${HANDOVER_NAMES[handover]}, photo: ${nameTripPhoto(trip, photo).toLowerCase()}, ${formatAt(photo.at)}`,
    })),
  ]);
}

interface ChoiceProps {
  legend: string;
  hint?: string;
  options: readonly EvidenceOption[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Renders nothing without options. */
export function EvidenceChoice({ legend, hint, options, chosen, onChange }: ChoiceProps) {
  if (options.length === 0) return null;
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">{legend}</legend>
      {hint && <p className="text-sm text-muted-foreground">{hint}</p>}
      <div className="grid max-h-64 overflow-y-auto">
        {options.map(({ id, label }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id),
              )
            }
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

export interface SentFile {
  id: string;
  name: string;
}

interface FilesProps {
  bookingId: string;
  /** "Estimate, bill or ticket" */
  label: string;
  files: readonly SentFile[];
  onChange: (files: SentFile[]) => void;
}

/** Uploads each file immediately. The statement names them when it is sent. */
export function CaseFiles({ bookingId, label, files, onChange }: FilesProps) {
  const picker = useRef<HTMLInputElement>(null);
  const { sent, upload, cancel } = useUpload();
  const [problem, setProblem] = useState<string>();
  const send = async (file: File): Promise<void> => {
    setProblem(undefined);
    const id = crypto.randomUUID();
    try {
      const tooLarge = checkDocumentFile(file);
      if (tooLarge) throw tooLarge;
      const address = `/api/bookings/${bookingId}/case-files/${id}`;
      const isSent = await upload((options) =>
        sendToApi({ method: "PUT", address, file, ...options }),
      );
      if (isSent) onChange([...files, { id, name: file.name }]);
    } catch (error) {
      setProblem(explainCase(error, "The file wasn't sent. Please try again."));
    }
  };
  return (
    <div className="grid gap-2">
      <FilePicker
        ref={picker}
        label={label}
        accept={ACCEPTED_DOCUMENTS}
        onPick={(file) => void send(file)}
      />
      {files.length > 0 && (
        <ul className="grid gap-1 text-sm" aria-label="Added files">
          {files.map(({ id, name }) => (
            <li key={id} className="flex items-center justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <Button
                variant="outline"
                size="small"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(files.filter((file) => file.id !== id))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {sent === null ? (
        <Button
          variant="outline"
          size="small"
          className="justify-self-start"
          disabled={files.length >= MAX_CASE_FILES}
          onClick={() => picker.current?.click()}
        >
          {label}
        </Button>
      ) : (
        <>
          <UploadProgress label="Uploading" sent={sent} then="Checking and saving" />
          <Button variant="outline" size="small" className="justify-self-start" onClick={cancel}>
            Cancel upload
          </Button>
        </>
      )}
      {problem && (
        <p role="alert" className="text-sm text-destructive-text">
          {problem}
        </p>
      )}
    </div>
  );
}
