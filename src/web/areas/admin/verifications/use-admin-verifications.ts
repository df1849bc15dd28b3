// Verifications page by page, a single one, and the decision about it.
import type {
  Verification,
  VerificationFilter,
} from "../../../../contract/admin/admin-verifications.ts";
import { isCode } from "../../../api/api.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { VERIFICATIONS } from "../../../api/endpoint-groups.ts";
import { showFailure } from "../../../api/show-failure.ts";
import { isSettled, useApi, useApiAction, useApiPages } from "../../../api/use-api.ts";
import { clearStoredText } from "../../../forms/stored-text.ts";
import { toast } from "../../../ui/overlay/toast.ts";

export const useVerifications = (filter: VerificationFilter, search: string) =>
  useApiPages("GET /api/admin/verifications", { query: { filter, search } });

export const useVerification = (userId: string) =>
  useApi("GET /api/admin/verifications/{id}", { params: { id: userId } });

export type VerificationDecision = { kind: "approve" } | { kind: "reject"; reason: string };

/** The key under which a typed reason is stored when its dialog closes. */
export const verificationReasonKey = (userId: string): string => `reject-verification.${userId}`;

function decide(
  { user_id: id, version }: Verification,
  decision: VerificationDecision,
): Promise<Verification> {
  const params = { id };
  return decision.kind === "approve"
    ? apiAsUser("POST /api/admin/verifications/{id}/approve", { params, body: { version } })
    : apiAsUser("POST /api/admin/verifications/{id}/reject", {
        params,
        body: { version, reason: decision.reason },
      });
}

/** `onSettled` runs when the screen is up to date, but not after a transient failure. */
export const useVerificationDecision = (verification: Verification, onSettled: () => void) =>
  useApiAction((decision: VerificationDecision) => decide(verification, decision), {
    invalidates: [...VERIFICATIONS, "GET /api/admin/audit"],
    onSuccess: (_after, { kind }) => {
      clearStoredText(verificationReasonKey(verification.user_id));
      toast({
        title:
          kind === "approve" ? `${verification.first_name} is verified` : "Verification rejected",
      });
    },
    onError: (error) => {
      if (!isCode(error, "identity_changed"))
        return showFailure(error, "Nothing was decided. Please try again in a moment.");
      const description =
        "This verification has changed in the meantime. Please review it again as it is now.";
      toast({ title: "Error", description, variant: "destructive" });
    },
    onSettled: (_after, error) => {
      if (isSettled(error)) onSettled();
    },
  });
