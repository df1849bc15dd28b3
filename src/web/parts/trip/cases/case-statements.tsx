// What the sides and admins said about a case, with their evidence.
import type { CaseStatement, TripCase } from "../../../../contract/bookings/trip-cases.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { streamAsUser } from "../../../api/as-user.ts";
import { DocumentButton } from "../../document/document-button.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { formatAt } from "../trip-text.ts";
import { listEntries } from "./evidence-fields.tsx";

const TITLES: Record<CaseStatement["kind"], string> = {
  claim: "The claim",
  answer: "The answer",
  appeal: "Appeal",
  decision: "The decision",
};

export function CaseStatements({ trip, found }: { trip: Trip; found: TripCase }) {
  return (
    <Panel as="section" aria-labelledby="statements" className="grid gap-6">
      <div>
        <h2 id="statements" className="text-xl">
          Statements
        </h2>
        <p className="text-muted-foreground">{describeOpening(found)}</p>
      </div>
      {found.statements.map((statement) => (
        <Statement key={statement.id} trip={trip} statement={statement} />
      ))}
      {found.review && (
        <p>
          {found.renter_name}&rsquo;s review, {formatAt(found.review.at)}: “{found.review.words}”
        </p>
      )}
    </Panel>
  );
}

/** Says who can read the statements. Without an answer, there is only the claim. */
function describeOpening({ statements, statements_open_at }: TripCase): string {
  if (!statements_open_at)
    return "Each side can read the other's statement once the renter has answered, or when the time to answer is over.";
  const isAnswered = statements.some(({ kind }) => kind === "answer");
  return isAnswered
    ? `Both sides could read each other's statement from the same moment: ${formatAt(statements_open_at)}.`
    : `Open to both sides since ${formatAt(statements_open_at)}.`;
}

function Statement({ trip, statement }: { trip: Trip; statement: CaseStatement }) {
  const { kind, author, at, words, amount_cents, entry_ids, files } = statement;
  const named = listEntries(trip).filter(({ id }) => entry_ids.includes(id));
  const title =
    amount_cents === null ? TITLES[kind] : `${TITLES[kind]}: ${formatUsd(amount_cents)}`;
  return (
    <article className="grid gap-2 border-t border-border pt-4">
      <h3 className="text-base font-bold">{title}</h3>
      <p className="text-sm text-muted-foreground">
        {author}, {formatAt(at)}
      </p>
      {words === null ? (
        <p className="text-muted-foreground">You can&rsquo;t read this yet.</p>
      ) : (
        <p className="wrap-anywhere whitespace-pre-wrap">{words}</p>
      )}
      {named.length > 0 && (
        <ul className="list-disc pl-5 text-sm" aria-label="Evidence">
          {named.map(({ id, label }) => (
            <li key={id}>{label}</li>
          ))}
        </ul>
      )}
      {files.map(({ id, type }, index) => {
        const name = `file ${index + 1} of ${author}`;
        return type === null ? (
          <p key={id} className="text-sm text-muted-foreground">
            File {index + 1} has been deleted.
          </p>
        ) : (
          <div key={id}>
            <DocumentButton
              label={
                type === "application/pdf"
                  ? `View file ${index + 1} (PDF)`
                  : `View file ${index + 1}`
              }
              name={name}
              title={`File ${index + 1}, ${author}`}
              fileName={`case-file-${index + 1}`}
              fetchFile={() =>
                streamAsUser("GET /api/bookings/{id}/case-files/{file_id}", {
                  params: { id: trip.booking_id, file_id: id },
                })
              }
            />
          </div>
        );
      })}
    </article>
  );
}
