// What another admin asks this one to confirm, and what this one has asked for. Renders nothing if
// there is nothing.
import { lazy, Suspense, useState } from "react";
import type { Approval } from "../../../../contract/admin/admin-approvals.ts";
import { describeApproval } from "../../../../domain/policies/approval.ts";
import { formatInstant } from "../../../../domain/text/format.ts";
import { Link } from "react-router";
import { clearStoredText } from "../../../forms/stored-text.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { Panel } from "../../../ui/panel.tsx";
import { useApprovals, useDecision } from "./use-approvals.ts";

const ReasonDialog = lazy(async () => ({
  default: (await import("../../../forms/reason-dialog.tsx")).ReasonDialog,
}));

const HEADING = "approvals";

export function Approvals() {
  const { data } = useApprovals();
  const focus = useFocusAfterwards();
  if (!data || data.approvals.length === 0) return null;
  return (
    <Panel as="section" aria-labelledby={HEADING} className="grid gap-3">
      <h2 id={HEADING} tabIndex={-1} className="scroll-mt-24 text-lg">
        Waiting for a second admin
      </h2>
      <ul className="grid divide-y divide-border">
        {data.approvals.map((approval) => (
          <ApprovalItem key={approval.id} approval={approval} onDecided={() => focus(HEADING)} />
        ))}
      </ul>
    </Panel>
  );
}

function ApprovalItem({ approval, onDecided }: { approval: Approval; onDecided: () => void }) {
  const [declining, setDeclining] = useState(false);
  const deciding = useDecision(approval, () => {
    clearStoredText(reasonKey(approval));
    setDeclining(false);
    onDecided();
  });
  const { is_own, may_confirm, may_withdraw, state, requested_by, period_end, subject_id } =
    approval;
  const what = describeApproval(approval);
  const until = formatInstant(new Date(approval.expires_at));
  const confirming = deciding.isPending && deciding.variables.decision === "confirmed";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-[min(100%,16rem)] flex-1">
        <p className="font-medium wrap-anywhere">
          {is_own ? "You asked" : `${requested_by} asks`} to {what}
        </p>
        <p className="text-sm text-muted-foreground">
          {state === "confirmed"
            ? `Confirmed. The file can be downloaded until ${until}`
            : `Expires ${until}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {may_confirm && (
          <Button
            size="small"
            aria-label={confirming ? undefined : `Confirm: ${what}`}
            busy={confirming}
            busyLabel="Confirming..."
            onClick={() => deciding.mutate({ decision: "confirmed" })}
          >
            Confirm
          </Button>
        )}
        {(may_confirm || may_withdraw) && (
          <Button
            variant="outline"
            size="small"
            aria-label={`${may_withdraw ? "Withdraw" : "Decline"}: ${what}`}
            disabled={deciding.isPending}
            onClick={() => setDeclining(true)}
          >
            {may_withdraw ? "Withdraw" : "Decline"}
          </Button>
        )}
        {state === "confirmed" && is_own && period_end && (
          <Button asChild size="small">
            <Link to={paths.adminPayoutBatch(subject_id)}>See the payouts</Link>
          </Button>
        )}
      </div>
      {declining && (
        <DeclineDialog
          approval={approval}
          busy={deciding.isPending}
          onClose={() => setDeclining(false)}
          onConfirm={(reason) => deciding.mutate({ decision: "declined", reason })}
        />
      )}
    </li>
  );
}

/** The key under which a typed reason is stored when its dialog closes. */
const reasonKey = ({ id }: Approval): string => `approval.${id}`;

interface DeclineDialogProps {
  approval: Approval;
  busy: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

function DeclineDialog({ approval, ...rest }: DeclineDialogProps) {
  const { is_own, may_withdraw, requested_by, state } = approval;
  const thing = state === "confirmed" ? "Confirmation" : "Request";
  return (
    <Suspense>
      <ReasonDialog
        title={`${may_withdraw ? "Withdraw" : "Decline"} the ${thing}`}
        description={`${is_own ? "You asked" : `${requested_by} asks`} to ${describeApproval(approval)}.`}
        hint={
          is_own
            ? "For the audit log."
            : `We'll email this reason to ${requested_by}. The audit log keeps it, too.`
        }
        cancelLabel={`Keep the ${thing}`}
        confirmLabel={may_withdraw ? "Withdraw" : "Decline"}
        busyLabel="One moment..."
        storageName={reasonKey(approval)}
        {...rest}
      />
    </Suspense>
  );
}
