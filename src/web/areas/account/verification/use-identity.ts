// One's own identity verification: its state and the changes to it.
import { useQueryClient } from "@tanstack/react-query";
import type { Identity } from "../../../../contract/people/identity.ts";
import type { Api } from "../../../../contract/index.ts";
import type { IdentityDocument } from "../../../../domain/person/identity.ts";
import { invalidateEndpoint, setApiData } from "../../../api/api-cache.ts";
import { endpointUrl } from "../../../api/api.ts";
import { sendToApi, type FileToSend } from "../../../api/send-file.ts";
import { useApi, useApiMutation } from "../../../api/use-api.ts";
import { toast } from "../../../ui/overlay/toast.ts";

export const useIdentity = () => useApi("GET /api/identity", {});

const ROUTE = "PUT /api/identity/documents/{kind}";

/** @throws ApiError */
export async function uploadIdentity(
  kind: IdentityDocument,
  sending: Pick<FileToSend, "file" | "signal" | "onProgress">,
): Promise<Identity> {
  const address = endpointUrl(ROUTE, { params: { kind } });
  return (await sendToApi({ method: "PUT", address, ...sending })) as Api[typeof ROUTE]["output"];
}

/** `onDone` runs once the new state is shown. */
export function useSubmit(onDone: () => void) {
  const client = useQueryClient();
  return useApiMutation("POST /api/identity/submit", {
    failed: "We couldn't send your documents for review. They're still saved; please try again.",
    onSuccess: (identity) => {
      setApiData(client, "GET /api/identity", {}, identity);
      toast({ title: "Sent for review" });
      onDone();
    },
    onError: () => void invalidateEndpoint(client, "GET /api/identity"),
  });
}

/** Deletes the documents. `onDone` runs once the new state is shown. */
export function useWithdrawal(onDone: () => void) {
  const client = useQueryClient();
  return useApiMutation("DELETE /api/identity/documents", {
    failed: "We couldn't delete the documents. Please try again.",
    onSuccess: (identity) => {
      setApiData(client, "GET /api/identity", {}, identity);
      toast({ title: "Documents deleted" });
      onDone();
    },
  });
}
