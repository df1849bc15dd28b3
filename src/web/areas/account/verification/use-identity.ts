// One's own identity verification: its state and the changes to it.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Identity } from "../../../../contract/people/identity.ts";
import type { Api } from "../../../../contract/index.ts";
import type { IdentityDocument } from "../../../../domain/person/identity.ts";
import { addressOf, api } from "../../../api/api.ts";
import { sayFailure } from "../../../parts/listing/host-listings.ts";
import { queryKeys, signedIn } from "../../../api/query.tsx";
import { sendToApi, type FileToSend } from "../../../api/send-file.ts";
import { toast } from "../../../ui/overlay/toast.ts";

export const useIdentity = () =>
  useQuery({
    queryKey: queryKeys.identity,
    queryFn: ({ signal }) => signedIn((options) => api("GET /api/identity", {}, options), signal),
  });

const ROUTE = "PUT /api/identity/documents/{kind}";

/** @throws ApiError */
export async function uploadIdentity(
  kind: IdentityDocument,
  sending: Pick<FileToSend, "file" | "signal" | "onProgress">,
): Promise<Identity> {
  const address = addressOf(ROUTE, { params: { kind } });
  return (await sendToApi({ method: "PUT", address, ...sending })) as Api[typeof ROUTE]["output"];
}

/** `onDone` runs once the new state is shown. */
export function useSubmit(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => signedIn((options) => api("POST /api/identity/submit", {}, options)),
    onSuccess: (identity) => {
      client.setQueryData(queryKeys.identity, identity);
      toast({
        title: "Sent for review",
        description: "We'll let you know as soon as we've reviewed it.",
      });
      onDone();
    },
    onError: (error) => {
      sayFailure(
        "We couldn't send your documents for review. They're still saved; please try again.",
        error,
      );
      void client.invalidateQueries({ queryKey: queryKeys.identity });
    },
  });
}

/** Deletes the documents. `onDone` runs once the new state is shown. */
export function useWithdrawal(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => signedIn((options) => api("DELETE /api/identity/documents", {}, options)),
    onSuccess: (identity) => {
      client.setQueryData(queryKeys.identity, identity);
      toast({ title: "Documents deleted" });
      onDone();
    },
    onError: (error) => sayFailure("We couldn't delete the documents. Please try again.", error),
  });
}
