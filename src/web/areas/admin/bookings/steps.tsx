// A history from the audit log: what happened, who did it, when and why.
import type { AuditEvent } from "../../../../contract/admin/admin.ts";
import { formatInstant } from "../../../../domain/text/format.ts";
import { labelAction, actorLabel } from "../audit/audit-text.ts";

type Step = Pick<AuditEvent, "at" | "action" | "actor_kind" | "reason"> & {
  actor_name: string | null;
};

export const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <ol className="grid gap-3 text-sm">
    {steps.map((step) => (
      <li key={`${step.at} ${step.action}`} className="grid gap-1 border-l-2 border-input pl-3">
        <span className="font-medium">{labelAction(step.action)}</span>
        <span className="text-muted-foreground">
          {actorLabel(step.actor_kind, step.actor_name)},{" "}
          <time dateTime={step.at}>{formatInstant(new Date(step.at))}</time>
        </span>
        {step.reason && <span className="wrap-anywhere">“{step.reason}”</span>}
      </li>
    ))}
  </ol>
);
