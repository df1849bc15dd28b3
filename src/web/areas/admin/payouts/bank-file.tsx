// The bank file of a batch. Downloading it again asks for confirmation, because the bank pays every
// copy it receives.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PayoutBatch } from "../../../../contract/admin/admin-payouts.ts";
import { formatInstant } from "../../../../domain/text/format.ts";
import { ExportButton } from "../../../parts/list/export-button.tsx";
import { invalidateEndpoints } from "../../../api/api-cache.ts";
import { ADMIN_PAYOUTS } from "../../../api/endpoint-groups.ts";
import { askIfRequired, useApprovals } from "../approvals/use-approvals.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";

/** The id of the element that shows `downloadText`. */
export const TAKEN = "bank-file-taken";

/** "Downloaded by Andre Rolle on Mon, Dec 14, 2026, 6:20 AM"; undefined if never. */
export const downloadText = ({ exported_at, exported_by }: PayoutBatch): string | undefined =>
  exported_at === null
    ? undefined
    : `Downloaded${exported_by ? ` by ${exported_by}` : ""} on ${formatInstant(new Date(exported_at))}`;

export function BankFile({ batch }: { batch: PayoutBatch }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<{ taken: string; take: () => void } | null>(null);
  const { id, period_end, exported_at } = batch;
  const taken = downloadText(batch);
  const request = useApprovals().data?.approvals.find(
    ({ is_own, subject_id }) => is_own && subject_id === id,
  );
  return (
    <>
      <p className="text-sm text-muted-foreground">
        Upload it to the bank unopened: a spreadsheet drops the zeros that account numbers begin
        with.
      </p>
      {request && (
        <p role="status" className="text-sm text-muted-foreground">
          {request.state === "confirmed"
            ? "Another admin has confirmed. The confirmation is good for one download."
            : "Waiting for another admin to confirm the download."}
        </p>
      )}
      <ExportButton
        route="GET /api/admin/payout-batches/{id}/bank-batch.csv"
        call={{ params: { id }, query: exported_at === null ? {} : { exported_at } }}
        name={`bank-batch-${period_end}`}
        label="Download the bank file"
        {...(taken && {
          describedBy: TAKEN,
          ask: (take: () => void) => setAsking({ taken, take }),
        })}
        onFailure={(error) => askIfRequired(error, { action: "bank_file", subject_id: id })}
        onSettled={() =>
          void invalidateEndpoints(client, [
            ...ADMIN_PAYOUTS,
            "GET /api/admin/approvals",
            "GET /api/admin/audit",
          ])
        }
      />
      {asking && (
        <Dialog
          open
          onOpenChange={() => setAsking(null)}
          title="Download the File Again"
          description={`${asking.taken}. Sending it to the bank twice pays twice.`}
          actions={
            <>
              <Button variant="outline" onClick={() => setAsking(null)}>
                Cancel
              </Button>
              <Button
                onClick={() => {
                  setAsking(null);
                  asking.take();
                }}
              >
                Download Again
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
