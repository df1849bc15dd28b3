// The button that stops a host's change of bank details, and its dialog.
import { lazy, Suspense, useState } from "react";
import { isSettled, useApiMutation } from "../../../api/use-api.ts";
import { ADMIN_PAYOUTS } from "../../../api/endpoint-groups.ts";
import { clearStoredText } from "../../../forms/stored-text.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

const ReasonDialog = lazy(async () => ({
  default: (await import("../../../forms/reason-dialog.tsx")).ReasonDialog,
}));

interface StopChangeProps {
  host: { id: string; name: string };
  /** The account that the payouts would go to. */
  to: string;
}

export function StopChange({ host, to }: StopChangeProps) {
  const [asking, setAsking] = useState(false);
  const storageName = `stop-change.${host.id}`;
  const stop = useApiMutation("POST /api/admin/payout-details-changes/{id}/cancel", {
    call: (reason: string) => ({ params: { id: host.id }, body: { reason } }),
    invalidates: [...ADMIN_PAYOUTS, "GET /api/admin/audit"],
    failed: "The change wasn't stopped. Please try again in a moment.",
    onSuccess: () => {
      clearStoredText(storageName);
      toast({ title: "Change stopped" });
    },
    onSettled: (_done, error) => {
      if (isSettled(error)) setAsking(false);
    },
  });
  return (
    <>
      <Button
        variant="ghost-destructive"
        size="small"
        aria-label={`Stop the change, ${host.name}`}
        onClick={() => setAsking(true)}
      >
        Stop the change
      </Button>
      {asking && (
        <Suspense>
          <ReasonDialog
            title="Stop the Change"
            description={`${host.name}'s payouts won't go to ${to}.`}
            hint={`We'll email this reason to ${host.name}. The audit log keeps it, too.`}
            cancelLabel="Keep the Change"
            confirmLabel="Stop the Change"
            busyLabel="Stopping..."
            storageName={storageName}
            busy={stop.isPending}
            onClose={() => setAsking(false)}
            onConfirm={(reason) => stop.mutate(reason)}
          />
        </Suspense>
      )}
    </>
  );
}
