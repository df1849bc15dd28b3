// What waits for a second admin: the list, asking, and deciding.
import type { Approval, decideApproval } from "../../../../contract/admin/admin-approvals.ts";
import type { Call } from "../../../../contract/endpoint.ts";
import { isCode } from "../../../api/api.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import type { EndpointCall } from "../../../api/api-cache.ts";
import { QUEUE, USERS } from "../../../api/endpoint-groups.ts";
import { isSettled, useApi, useApiMutation } from "../../../api/use-api.ts";
import { toast } from "../../../ui/overlay/toast.ts";

export const useApprovals = () => useApi("GET /api/admin/approvals", {});

type ApprovalRequest = EndpointCall<"POST /api/admin/approvals">["body"];

/** If the server requires a second admin for an action, asks for one.
 *  @returns whether it did; false for any other error */
export async function askIfRequired(error: unknown, request: ApprovalRequest): Promise<boolean> {
  if (!isCode(error, "approval_required")) return false;
  await apiAsUser("POST /api/admin/approvals", { body: request });
  toast({
    title: "Another admin has to confirm",
    description: "We've emailed them. You'll get an email once they decide.",
  });
  return true;
}

/** `onSettled` runs once the list on screen is up to date, unless the failure was transient. */
export const useDecision = ({ id, may_withdraw }: Approval, onSettled: () => void) =>
  useApiMutation("POST /api/admin/approvals/{id}/decision", {
    call: (body: Call<typeof decideApproval>["body"]) => ({ params: { id }, body }),
    invalidates: ["GET /api/admin/approvals", ...USERS, "GET /api/admin/audit", ...QUEUE],
    failed: "Nothing was decided. Please try again in a moment.",
    onSuccess: (_decided, { decision }) =>
      toast({
        title: decision === "confirmed" ? "Confirmed" : may_withdraw ? "Withdrawn" : "Declined",
      }),
    onSettled: (_decided, error) => {
      if (isSettled(error)) onSettled();
    },
  });
