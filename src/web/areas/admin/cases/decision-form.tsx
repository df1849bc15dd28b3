// The form in which an admin decides a case: an amount, the reasons and the evidence for it.
import { useId, useState } from "react";
import type { TripCase } from "../../../../contract/bookings/trip-cases.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { MAX_CASE_WORDS } from "../../../../domain/cases/trip-case.ts";
import { SMALLEST_CHARGE_CENTS } from "../../../../domain/money/later/later-charge.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { TextareaField, TextField } from "../../../forms/fields.tsx";
import { Form } from "../../../forms/form.tsx";
import { storedTexts } from "../../../forms/form-draft.ts";
import { readCents } from "../../../forms/read-cents.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { EvidenceChoice, listEntries } from "../../../parts/trip/cases/evidence-fields.tsx";
import { describeCaseError } from "../../../parts/trip/cases/explain-case.ts";
import { useSentId } from "../../../parts/trip/use-sent-id.ts";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/panel.tsx";

interface DecisionFormProps {
  found: TripCase;
  trip: Trip;
}

/** The files that either side has added to a statement. */
const listFiles = ({ statements }: TripCase) =>
  statements.flatMap(({ author, kind, files }) =>
    kind === "decision"
      ? []
      : files.map(({ id }, index) => ({ id, label: `File ${index + 1} of ${author}` })),
  );

const isAmount = (cents: number | undefined, most: number): boolean =>
  cents !== undefined && (cents === 0 || cents >= SMALLEST_CHARGE_CENTS) && cents <= most;

interface Evidence {
  entries: string[];
  files: string[];
}

const describeRange = ({ claimed_cents }: TripCase): string =>
  `$0.00, or ${formatUsd(SMALLEST_CHARGE_CENTS)} to ${formatUsd(claimed_cents)}`;

/** The form's state, and its request. */
function useDecisionForm(found: TripCase, { entries, files }: Evidence) {
  const sentId = useSentId();
  const [draft] = useState(() =>
    storedTexts({
      amount: `case.decision.amount.${found.id}`,
      words: `case.decision.words.${found.id}`,
    }),
  );
  const decide = useApiMutation("POST /api/admin/bookings/{id}/cases/{case_id}/decisions", {
    invalidates: [...BOOKINGS, "GET /api/admin/cases"],
  });
  return useAppForm({
    id: useId(),
    initial: { amount: "", words: "" },
    draft,
    describe: describeCaseError,
    check: ({ amount, words }) => ({
      amount: isAmount(readCents(amount), found.claimed_cents)
        ? undefined
        : `Enter ${describeRange(found)}.`,
      words: words.trim() ? undefined : "Give your reasons.",
    }),
    send: async ({ amount, words }) => {
      const content = {
        amount_cents: readCents(amount) ?? 0,
        words: words.trim(),
        entry_ids: entries,
        file_ids: files,
      };
      await decide.mutateAsync({
        params: { id: found.booking_id, case_id: found.id },
        body: { id: sentId.identify(content).id, ...content },
      });
      draft.drop();
    },
  });
}

export function DecisionForm({ found, trip }: DecisionFormProps) {
  const [evidence, setEvidence] = useState<Evidence>({ entries: [], files: [] });
  const form = useDecisionForm(found, evidence);
  const cents = readCents(form.values.amount);
  return (
    <Panel as="section" aria-labelledby="decide" className="grid gap-4">
      <div>
        <h2 id="decide" className="text-xl">
          {found.state === "appealed" ? "Decide the appeal" : "Decide"}
        </h2>
        <p className="text-muted-foreground">
          Enter an amount, give your reasons and choose the evidence behind them.
        </p>
      </div>
      <Form form={form} failureTitle="Your decision wasn't saved" className="grid gap-4">
        <TextField
          form={form}
          name="amount"
          label="Amount"
          hint={describeRange(found)}
          unit="$"
          inputMode="decimal"
          required
        />
        <TextareaField
          form={form}
          name="words"
          label="Reasons"
          hint="Both sides can read them."
          required
          rows={6}
          maxLength={MAX_CASE_WORDS}
        />
        <EvidenceChoice
          legend="Photos and marks behind your decision"
          options={listEntries(trip)}
          chosen={evidence.entries}
          onChange={(entries) => setEvidence({ ...evidence, entries })}
        />
        <EvidenceChoice
          legend="Files behind your decision"
          options={listFiles(found)}
          chosen={evidence.files}
          onChange={(files) => setEvidence({ ...evidence, files })}
        />
        <Button
          type="submit"
          className="justify-self-start"
          busy={form.busy}
          busyLabel="Deciding..."
        >
          {isAmount(cents, found.claimed_cents) ? `Decide ${formatUsd(cents ?? 0)}` : "Decide"}
        </Button>
      </Form>
    </Panel>
  );
}
