// The signed-in person's passkeys and two-step verification, and what can be done with them.
import type { EndpointCall, EndpointOutput } from "../../api/api-cache.ts";
import { apiAsUser } from "../../api/as-user.ts";
import { useApi, useApiAction, useApiMutation } from "../../api/use-api.ts";
import { reloadProfile } from "../../session/account.ts";
import { toast } from "../../ui/overlay/toast.ts";

export const useSecondFactors = () => useApi("GET /api/second-factors", {});

const CHANGED = ["GET /api/second-factors", "GET /api/sessions"] as const;

/** The admin area may open or close with a change. */
const settle = async (title: string, description?: string): Promise<void> => {
  await reloadProfile();
  toast({ title, ...(description && { description }) });
};

const OTHERS_ENDED = "You've been signed out on other devices.";

export const useAddPasskey = (onDone: () => void) =>
  useApiAction(
    async (name: string) => {
      const started = await apiAsUser("POST /api/passkeys/options", {});
      const { createPasskey } = await import("../../session/second-factor.ts");
      const credential = await createPasskey(started);
      const { challenge_id } = started;
      // The library's types allow attachments that the browser never reports.
      const body = { challenge_id, name, credential } as EndpointCall<"POST /api/passkeys">["body"];
      return apiAsUser("POST /api/passkeys", { body });
    },
    {
      invalidates: CHANGED,
      failed: "No passkey was added. You can try again.",
      onSuccess: async () => {
        await settle("Passkey added");
        onDone();
      },
    },
  );

export const useRemovePasskey = (onDone: () => void) =>
  useApiMutation("DELETE /api/passkeys/{id}", {
    call: (id: string) => ({ params: { id } }),
    invalidates: CHANGED,
    failed: "We couldn't remove that passkey. Please try again.",
    onSuccess: () => settle("Passkey removed", OTHERS_ENDED),
    onSettled: onDone,
  });

export const useTurnTotpOff = (onDone: () => void) =>
  useApiMutation("DELETE /api/totp", {
    invalidates: CHANGED,
    failed: "We couldn't turn off two-step verification. Please try again.",
    onSuccess: () => settle("Two-step verification is off", OTHERS_ENDED),
    onSettled: onDone,
  });

export const useTotpSetUp = (onStarted: (started: EndpointOutput<"POST /api/totp">) => void) =>
  useApiMutation("POST /api/totp", {
    failed: "We couldn't start setting up your app. Please try again.",
    onSuccess: onStarted,
  });

export const useRecoveryCodes = (onMade: (codes: readonly string[]) => void) =>
  useApiMutation("POST /api/recovery-codes", {
    invalidates: CHANGED,
    failed: "We couldn't create new recovery codes. Please try again.",
    onSuccess: ({ recovery_codes }) => onMade(recovery_codes),
  });

/** Called once the recovery codes have been read. */
export const finishTotp = () => settle("Two-step verification is on", OTHERS_ENDED);
