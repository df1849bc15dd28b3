// The history of a booking from the audit log: what happened, who did it, when and why.
import type { Api } from "../../../../contract/index.ts";
import { formatInstant } from "../../../../domain/text/format.ts";
import { labelAction, actorLabel } from "../audit/audit-text.ts";
import { DetailsSection } from "../../../parts/list/details-dialog.tsx";

export function Steps({
  steps,
}: {
  steps: Api["GET /api/admin/bookings/{id}"]["output"]["steps"];
}) {
  return (
    <DetailsSection title="History">
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
    </DetailsSection>
  );
}
