// The dialog in which the host opens a case: its kind, the amount, what happened and the evidence.
import { use, useId, useState } from "react";
import type { TripCases } from "../../../../contract/bookings/trip-cases.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { hasSameMark, NEEDS } from "../../../../domain/cases/case-claim.ts";
import { MAX_CASE_WORDS } from "../../../../domain/cases/trip-case.ts";
import { CHARGE_NAMES } from "../../../../domain/tariff/charge-names.ts";
import type { CaseKind } from "../../../../domain/tariff/tariff.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { SelectField, TextareaField, TextField } from "../../../forms/fields.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { storedTexts } from "../../../forms/form-draft.ts";
import { readCents } from "../../../forms/read-cents.ts";
import type { FieldErrors } from "../../../forms/form-errors.ts";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { UnsentContext } from "../offline/unsent-context.ts";
import { formatUntil } from "../trip-text.ts";
import { useSentId } from "../use-sent-id.ts";
import { CaseFiles, EvidenceChoice, listEntries, type SentFile } from "./evidence-fields.tsx";
import { describeCaseError } from "./explain-case.ts";

interface ClaimDialogProps {
  trip: Trip;
  cases: TripCases;
  onClose: () => void;
}

const HINTS: Record<CaseKind, string> = {
  damage: "Choose the new marks and their photos, and add a written estimate.",
  cleaning: "Choose a photo of the return that shows it.",
  smoking: "Choose a photo of the return that shows it.",
  lost_key: "Add the bill or estimate for the replacement.",
  ticket: "Add the ticket or the towing bill.",
};

interface ClaimValues {
  kind: string;
  amount: string;
  words: string;
}

function checkClaim(
  { amount, words }: ClaimValues,
  claim: TripCases["claims"][number] | undefined,
): FieldErrors<ClaimValues> {
  const left = claim?.left_cents ?? 0;
  const cents = readCents(amount);
  return {
    kind: claim ? undefined : "Choose what the case is about.",
    amount:
      cents === undefined || cents <= 0
        ? "Enter an amount."
        : cents > left
          ? `You can claim up to ${formatUsd(left)}.`
          : undefined,
    words: words.trim() ? undefined : "Say what happened.",
  };
}

interface Evidence {
  entries: string[];
  files: SentFile[];
}

/** The form's state, and its request. */
function useClaimForm({ trip, cases, onClose }: ClaimDialogProps, { entries, files }: Evidence) {
  const sentId = useSentId();
  const bookingId = trip.booking_id;
  const [draft] = useState(() =>
    storedTexts({
      kind: `claim.kind.${bookingId}`,
      amount: `claim.amount.${bookingId}`,
      words: `claim.words.${bookingId}`,
    }),
  );
  const open = useApiMutation("POST /api/bookings/{id}/cases", { invalidates: BOOKINGS });
  const find = (kind: string) => cases.claims.find((claim) => claim.kind === kind);
  const form = useAppForm<ClaimValues>({
    id: useId(),
    initial: { kind: cases.claims.at(-1)?.kind ?? "", amount: "", words: "" },
    draft,
    describe: describeCaseError,
    check: (values) => checkClaim(values, find(values.kind)),
    send: async ({ kind, amount, words }) => {
      const claim = find(kind);
      if (!claim) return;
      const content = {
        kind: claim.kind,
        amount_cents: readCents(amount) ?? 0,
        words: words.trim(),
        entry_ids: entries,
        file_ids: files.map(({ id }) => id),
      };
      const body = { id: sentId.identify(content).id, ...content };
      await open.mutateAsync({ params: { id: bookingId }, body });
      draft.drop();
      onClose();
    },
  });
  return { form, claim: find(form.values.kind) };
}

export default function ClaimDialog(props: ClaimDialogProps) {
  const { trip, cases, onClose } = props;
  const [evidence, setEvidence] = useState<Evidence>({ entries: [], files: [] });
  const { form, claim } = useClaimForm(props, evidence);
  const unsent = use(UnsentContext);
  const isOldMark = (id: string) =>
    trip.return.marks.some((mark) => mark.id === id && hasSameMark(trip.pickup.marks, mark));
  return (
    <FormDialog
      form={form}
      title="Open a case"
      description="The renter reads what you claim and answers. A person at Caydrive decides if you don't agree. A case costs nothing, and your payout isn't held up."
      failureTitle="The case wasn't opened"
      cancelLabel="Back"
      confirmLabel="Open the case"
      busyLabel="Opening..."
      onClose={onClose}
    >
      <ClaimFields form={form} cases={cases} claim={claim} />
      <EvidenceChoice
        legend="Evidence from the trip"
        {...(claim && { hint: HINTS[claim.kind] })}
        options={listEntries(trip, ["return"]).filter(
          ({ id }) => !unsent.has(id) && !isOldMark(id),
        )}
        chosen={evidence.entries}
        onChange={(entries) => setEvidence({ ...evidence, entries })}
      />
      {claim && (
        <CaseFiles
          bookingId={trip.booking_id}
          label={
            NEEDS[claim.kind].includes("document")
              ? "Add the estimate, bill or ticket"
              : "Add a photo or document"
          }
          files={evidence.files}
          onChange={(files) => setEvidence({ ...evidence, files })}
        />
      )}
    </FormDialog>
  );
}

interface ClaimFieldsProps {
  form: AppForm<ClaimValues>;
  cases: TripCases;
  /** What can be claimed for the chosen kind. */
  claim: TripCases["claims"][number] | undefined;
}

function ClaimFields({ form, cases, claim }: ClaimFieldsProps) {
  return (
    <>
      <SelectField form={form} name="kind" label="What is it about?" required>
        {cases.claims.map(({ kind }) => (
          <option key={kind} value={kind}>
            {CHARGE_NAMES[kind]}
          </option>
        ))}
      </SelectField>
      <TextField
        form={form}
        name="amount"
        label="Amount"
        unit="$"
        inputMode="decimal"
        required
        {...(claim && {
          hint: `Up to ${formatUsd(claim.left_cents)}. You can open this case until ${formatUntil(claim.until)}.`,
        })}
      />
      <TextareaField
        form={form}
        name="words"
        label="What happened?"
        hint="You'll see each other's statements once the renter has answered, or when their time is up."
        required
        rows={5}
        maxLength={MAX_CASE_WORDS}
      />
    </>
  );
}
