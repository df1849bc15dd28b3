// One verification: the profile data to compare, the documents and the decision.
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { Verification } from "../../../../contract/admin/admin-verifications.ts";
import { formatInstant, formatMonthDayYear, formatPhone } from "../../../../domain/text/format.ts";
import {
  IDENTITY_DOCUMENT_DAYS,
  IDENTITY_DOCUMENT_NAMES,
} from "../../../../domain/person/identity.ts";
import { streamAsUser } from "../../../api/as-user.ts";
import { DetailsDialog, DetailsSection } from "../../../parts/list/details-dialog.tsx";
import { DocumentButton } from "../../../parts/document/document-button.tsx";
import { describeFile } from "../../../parts/document/document-files.ts";
import { IdentityBadge } from "../../../parts/person/identity-badge.tsx";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { paths } from "../../../paths.ts";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Note } from "../../../ui/note.tsx";
import {
  verificationReasonKey,
  useVerificationDecision,
  useVerification,
} from "./use-admin-verifications.ts";

const ReasonDialog = lazy(() =>
  import("../../../forms/reason-dialog.tsx").then((file) => ({ default: file.ReasonDialog })),
);

export function VerificationDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  return (
    <DetailsDialog
      title="Verification"
      what="verification"
      missing="There's no verification at this address."
      query={useVerification(userId)}
      onClose={onClose}
      className="md:w-[min(44rem,100%)]"
    >
      {(verification) => <Review verification={verification} />}
    </DetailsDialog>
  );
}

function Review({ verification }: { verification: Verification }) {
  const { user_id, first_name, last_name, date_of_birth, state, reason, submitted_at, decided_at } =
    verification;
  const instant = (at: string | null) => (at ? formatInstant(new Date(at)) : "Not yet");
  return (
    <>
      <div className="grid justify-items-start gap-2">
        <h3 className="text-lg wrap-anywhere">
          {first_name} {last_name}
        </h3>
        <IdentityBadge state={state} />
      </div>
      <Facts
        className="grid-cols-1 sm:grid-cols-2"
        facts={[
          {
            label: "Date of birth",
            value: date_of_birth ? formatMonthDayYear(date_of_birth) : "none",
          },
          {
            label: "Phone",
            value: verification.phone
              ? `${formatPhone(verification.phone)}${verification.is_phone_verified ? ", verified" : ", not verified"}`
              : "none",
          },
          {
            label: "Email",
            value: (
              <Link to={paths.adminUser(user_id)} className="link wrap-anywhere">
                {verification.email}
              </Link>
            ),
          },
          { label: "Sent", value: instant(submitted_at) },
          { label: "Decided", value: instant(decided_at) },
          { label: "Decided by", value: verification.decided_by ?? "No one yet" },
        ]}
      />
      {reason && (
        <Note variant="conch">
          <b>Rejected.</b> <span className="wrap-anywhere">{reason}</span>
        </Note>
      )}
      <Documents verification={verification} />
      {state === "submitted" && !date_of_birth && (
        <Note>{first_name} removed their date of birth, so there's nothing to compare.</Note>
      )}
      <Decision verification={verification} />
      <Link to={paths.adminAudit({ about: user_id })} className="link justify-self-start text-sm">
        View in audit log
      </Link>
    </>
  );
}

function Documents({ verification }: { verification: Verification }) {
  const { user_id, first_name, last_name, date_of_birth, documents } = verification;
  const person = `${first_name} ${last_name}`;
  if (documents.length === 0) return <Note>The documents have been deleted.</Note>;
  return (
    <DetailsSection title="Documents (every view is recorded)">
      <ul className="grid gap-2">
        {documents.map((document) => {
          const name = IDENTITY_DOCUMENT_NAMES[document.kind];
          return (
            <li key={document.id} className="flex flex-wrap items-center justify-between gap-2">
              <span>
                {capitalised(name)}{" "}
                <span className="text-muted-foreground">({describeFile(document)})</span>
              </span>
              <DocumentButton
                label="Open"
                name={`${name}, ${person}`}
                title={`${capitalised(name)} of ${person}${date_of_birth ? `, born ${formatMonthDayYear(date_of_birth)}` : ""}`}
                fileName={`${person}, ${name}`}
                fetchFile={() =>
                  streamAsUser("GET /api/admin/verifications/{id}/documents/{kind}", {
                    params: { id: user_id, kind: document.kind },
                  })
                }
              />
            </li>
          );
        })}
      </ul>
    </DetailsSection>
  );
}

/** A submitted verification can be approved or rejected; an approved one can be revoked. */
function Decision({ verification }: { verification: Verification }) {
  const { user_id, first_name, last_name, date_of_birth, state } = verification;
  const [asking, setAsking] = useState(false);
  const deciding = useVerificationDecision(verification, () => setAsking(false));
  const approving = deciding.isPending && deciding.variables.kind === "approve";
  const isOwn = useSession().user?.id === user_id;
  if (state !== "submitted" && state !== "verified") return null;
  if (isOwn) return <Note>Another admin has to decide about your own documents.</Note>;
  return (
    <div className="flex flex-wrap gap-2">
      {state === "submitted" && date_of_birth && (
        <Button
          busy={approving}
          busyLabel="Approving..."
          onClick={() => deciding.mutate({ kind: "approve" })}
        >
          Approve
        </Button>
      )}
      <Button variant="outline" disabled={approving} onClick={() => setAsking(true)}>
        Reject
      </Button>
      <Suspense>
        {asking && (
          <ReasonDialog
            title="Reject Verification"
            description={
              <>
                {state === "verified"
                  ? "This ends the verification of "
                  : "This rejects the verification of "}
                <b>
                  {first_name} {last_name}
                </b>
                . They can send other documents; we'll delete these in {IDENTITY_DOCUMENT_DAYS}{" "}
                days, or when new ones arrive.
              </>
            }
            hint={`Only ${first_name} sees it.`}
            cancelLabel={state === "verified" ? "Keep Verified" : "Leave Pending"}
            confirmLabel="Reject Verification"
            busyLabel="Rejecting..."
            storageName={verificationReasonKey(user_id)}
            busy={deciding.isPending}
            onClose={() => setAsking(false)}
            onConfirm={(given) => deciding.mutate({ kind: "reject", reason: given })}
          />
        )}
      </Suspense>
    </div>
  );
}
