// Storms, and what an admin does about them.
import type { AdminStorm } from "../../../../contract/admin/admin-storms.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { isSessionOver } from "../../../api/api.ts";
import { useApi, useApiMutation } from "../../../api/use-api.ts";
import { explainStorm } from "../../../parts/storm/explain-storm.ts";
import { toast } from "../../../ui/overlay/toast.ts";

export const STORMS = ["GET /api/admin/storms", "GET /api/admin/audit"] as const;

/** How often the page refreshes while refunds are being made. */
const PROGRESS_MS = 3000;

export const useStorms = () =>
  useApi(
    "GET /api/admin/storms",
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.storms.some(({ refunds }) => refunds === "running") ? PROGRESS_MS : false,
    },
  );

/** Starts or stops the batch of refunds. `onDone` runs when the page is up to date. */
export const useRefunds = ({ id }: AdminStorm, onDone: () => void) =>
  useApiMutation("POST /api/admin/storms/{id}/refunds", {
    call: (action: "start" | "stop") => ({ params: { id }, body: { action } }),
    invalidates: [...STORMS, ...BOOKINGS],
    onError: showStormFailure,
    onSettled: onDone,
  });

export const useMoveStorm = ({ id }: AdminStorm) =>
  useApiMutation("PATCH /api/admin/storms/{id}", {
    call: (last_day: AdminStorm["last_day"]) => ({ params: { id }, body: { last_day } }),
    invalidates: STORMS,
    onSuccess: () => toast({ title: "Last day changed" }),
    onError: showStormFailure,
  });

function showStormFailure(error: unknown): void {
  if (isSessionOver(error)) return;
  const description = explainStorm(error, "Nothing was changed. Please try again in a moment.");
  toast({ title: "Error", description, variant: "destructive" });
}
