// Identity verification on the profile page: two documents for an admin to review, and the phone.
import { lazy, Suspense, useState, type ReactNode } from "react";
import type { Profile } from "../../../../contract/people/accounts.ts";
import type { Identity } from "../../../../contract/people/identity.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatLong } from "../../../../domain/text/format.ts";
import {
  IDENTITY_DOCUMENT_DAYS,
  IDENTITY_DOCUMENTS,
  takesDocuments,
  type IdentityState,
} from "../../../../domain/person/identity.ts";
import { MAX_DOCUMENT_MEGABYTES } from "../../../../domain/listing/car-documents.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { IdentityBadge } from "../../../parts/person/identity-badge.tsx";
import { CLAIMS } from "../../../parts/page/claims.ts";
import { NotLoaded } from "../../../parts/list/not-loaded.tsx";
import { useScrollToSection } from "../../../ui/focus/scroll-to-section.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { DocumentSlot } from "./document-slot.tsx";
import { PhoneVerification } from "./phone-verification.tsx";
import { useIdentity, useSubmit, useWithdrawal } from "./use-identity.ts";
import type { IconName } from "../../../ui/icon-names.ts";
import { Icon } from "../../../ui/icon.tsx";

const ConfirmDialog = lazy(() => import("../../../ui/overlay/confirm-dialog.tsx"));

const SECTION = "verification";
const formatDay = (at: string): string => formatLong(todayInNassau(new Date(at)));

export function VerificationPage({ profile }: { profile: Profile }) {
  const identity = useIdentity();
  useScrollToSection(identity.isLoading);
  return (
    <Panel as="section" aria-labelledby={SECTION} className="grid max-w-[44rem] gap-5">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2
            id={SECTION}
            tabIndex={-1}
            className="scroll-mt-[calc(var(--header)+1rem)] text-xl md:scroll-mt-8"
          >
            Verification
          </h2>
          {identity.data && <IdentityBadge state={identity.data.state} />}
        </div>
        <p className="text-sm text-muted-foreground">
          We check your licence and ID against your name and date of birth. Only you and our review
          team can open them; every view is logged. Others only see your verification status. We
          delete them {IDENTITY_DOCUMENT_DAYS} days after our decision.
        </p>
      </div>
      {identity.isPending ? (
        <Skeleton className="h-[14rem] w-full rounded-md" />
      ) : identity.data ? (
        <>
          <Documents identity={identity.data} hasBirthday={profile.date_of_birth !== null} />
          <PhoneVerification profile={profile} isOffered={identity.data.is_phone_code_offered} />
        </>
      ) : (
        <NotLoaded what="Your verification" query={identity} />
      )}
    </Panel>
  );
}

/** Whether an admin has rejected the document that was uploaded at this time. */
const isRejected = ({ decided_at }: Identity, uploadedAt: string): boolean =>
  decided_at !== null && uploadedAt <= decided_at;

const hasAllDocuments = (identity: Identity): boolean =>
  IDENTITY_DOCUMENTS.every((kind) =>
    identity.documents.some(
      (document) => document.kind === kind && !isRejected(identity, document.created_at),
    ),
  );

function describeDeletion(state: IdentityState): string {
  if (state === "submitted")
    return "This withdraws your documents from review and deletes them. You can upload new ones later.";
  if (state === "verified") return "This deletes your documents. You'll stay verified.";
  return "This deletes your documents. You can upload new ones later.";
}

function Documents({ identity, hasBirthday }: { identity: Identity; hasBirthday: boolean }) {
  const { state, documents, delete_at } = identity;
  const [asking, setAsking] = useState(false);
  const focus = useFocusAfterwards();
  const submission = useSubmit(() => focus(SECTION));
  const withdrawal = useWithdrawal(() => {
    setAsking(false);
    focus(SECTION);
  });
  const isOpen = takesDocuments(state);
  const isComplete = hasAllDocuments(identity);
  return (
    <>
      <VerificationStatus identity={identity} />
      {(isOpen || documents.length > 0) && <DocumentList identity={identity} isOpen={isOpen} />}
      {isOpen && (
        <p id="verification-needs" className="text-sm text-muted-foreground">
          {isComplete && !hasBirthday
            ? "Add your date of birth above and save it first."
            : `PDF, JPEG, PNG, WebP or HEIC, up to ${MAX_DOCUMENT_MEGABYTES} MB each. Unsubmitted files are deleted after ${IDENTITY_DOCUMENT_DAYS} days.`}
        </p>
      )}
      {delete_at && !isOpen && (
        <p className="text-sm text-muted-foreground">
          We&rsquo;ll delete these files on {formatDay(delete_at)}.
        </p>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {isOpen && (
          <Button
            busy={submission.isPending}
            busyLabel="Sending..."
            disabled={!isComplete || !hasBirthday}
            aria-describedby="verification-needs"
            onClick={() => submission.mutate()}
          >
            Submit for review
          </Button>
        )}
        {documents.length > 0 && (
          <Button variant="ghost-destructive" onClick={() => setAsking(true)}>
            {state === "submitted" ? "Withdraw and delete" : "Delete files now"}
          </Button>
        )}
      </div>
      <Suspense>
        {asking && (
          <ConfirmDialog
            title="Delete files"
            text={describeDeletion(state)}
            cancelLabel="Keep Files"
            confirmLabel="Delete Files"
            busyLabel="Deleting..."
            busy={withdrawal.isPending}
            onClose={() => setAsking(false)}
            onConfirm={() => withdrawal.mutate()}
          />
        )}
      </Suspense>
    </>
  );
}

function DocumentList({ identity, isOpen }: { identity: Identity; isOpen: boolean }) {
  return (
    <ul className="grid gap-4">
      {IDENTITY_DOCUMENTS.map((kind) => {
        const document = identity.documents.find((each) => each.kind === kind);
        return (
          <DocumentSlot
            key={kind}
            kind={kind}
            document={document}
            isRefused={
              document !== undefined && isOpen && isRejected(identity, document.created_at)
            }
            isOpen={isOpen}
          />
        );
      })}
    </ul>
  );
}

/** The message for the current state of the verification. */
function VerificationStatus({
  identity: { state, reason, name_changed, submitted_at, decided_at },
}: {
  identity: Identity;
}) {
  if (name_changed)
    return (
      <Remark variant="sun" icon="circle-exclamation-point">
        <b>Your name or date of birth has changed since we verified you.</b> Please upload documents
        that show the new one.
      </Remark>
    );
  if (state === "submitted")
    return (
      <Remark variant="sun" icon="clock">
        <b>We&rsquo;re reviewing your documents.</b> You submitted them on{" "}
        {formatDay(submitted_at ?? "")}. {CLAIMS.identityReview.says} We&rsquo;ll let you know here
        and by email.
      </Remark>
    );
  if (state === "verified")
    return (
      <Remark variant="sea" icon="badge-check">
        <b>Verified since {formatDay(decided_at ?? "")}.</b> If you change your name or date of
        birth, you&rsquo;ll need to verify again.
      </Remark>
    );
  if (state === "rejected")
    return (
      <Remark variant="conch" icon="circle-exclamation-point">
        <b>We couldn&rsquo;t verify you.</b> <span className="wrap-anywhere">{reason}</span> You can
        upload new documents.
      </Remark>
    );
  return null;
}

function Remark({
  variant,
  icon,
  children,
}: {
  variant: "sea" | "sun" | "conch";
  icon: IconName;
  children: ReactNode;
}) {
  return (
    <Note variant={variant} icon={<Icon name={icon} />}>
      <p>{children}</p>
    </Note>
  );
}
