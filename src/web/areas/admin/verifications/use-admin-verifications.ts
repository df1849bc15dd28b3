// Verifications, page by page, one of them, the decision about it, and the verified-driver setting.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  MarketplaceSettings,
  Verification,
} from "../../../../contract/admin/admin-verifications.ts";
import { api, ApiError, isSessionOver } from "../../../api/api.ts";
import { dropKeptText } from "../../../forms/kept-text.ts";
import { usePages } from "../../../api/use-pages.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { isSettled, queryKeys, signedIn, type VerificationFilter } from "../../../api/query.tsx";
import { useStoredSetting } from "../../../forms/stored-setting.ts";
import { toast } from "../../../ui/overlay/toast.ts";

export const useVerifications = (filter: VerificationFilter, search: string) =>
  usePages(queryKeys.verificationList(filter, search), (at, options) =>
    api(
      "GET /api/admin/verifications",
      { query: { filter, ...(search && { search }), ...at } },
      options,
    ),
  );

export const useVerification = (userId: string) =>
  useQuery({
    queryKey: queryKeys.verification(userId),
    queryFn: ({ signal }) =>
      signedIn(
        (options) => api("GET /api/admin/verifications/{id}", { params: { id: userId } }, options),
        signal,
      ),
  });

export type Decision = { kind: "approve" } | { kind: "reject"; reason: string };

/** The key under which a typed reason is stored when its dialog closes. */
export const reasonKey = (userId: string): string => `reject-verification.${userId}`;

const decide = (
  { user_id: id, version }: Verification,
  decision: Decision,
): Promise<Verification> =>
  signedIn((options) => {
    const params = { id };
    return decision.kind === "approve"
      ? api("POST /api/admin/verifications/{id}/approve", { params, body: { version } }, options)
      : api(
          "POST /api/admin/verifications/{id}/reject",
          { params, body: { version, reason: decision.reason } },
          options,
        );
  });

/** `onSettled` runs when the screen is up to date, but not after a transient failure. */
export function useDecision(verification: Verification, onSettled: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: Decision) => decide(verification, decision),
    onSuccess: (_after, { kind }) => {
      dropKeptText(reasonKey(verification.user_id));
      toast({
        title:
          kind === "approve" ? `${verification.first_name} is verified` : "Verification rejected",
      });
    },
    onError: (error) => {
      if (isSessionOver(error)) return;
      const description =
        error instanceof ApiError && error.code === "identity_changed"
          ? "This verification has changed in the meantime. Please review it again as it is now."
          : sentenceFor(error, "Nothing was decided. Please try again in a moment.");
      toast({ title: "Error", description, variant: "destructive" });
    },
    onSettled: async (_after, error) => {
      await Promise.all(
        [queryKeys.verifications, queryKeys.adminFigures, queryKeys.audits].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
      if (isSettled(error)) onSettled();
    },
  });
}

export const useMarketplaceSettings = () =>
  useQuery({
    queryKey: queryKeys.marketplaceSettings,
    queryFn: ({ signal }) =>
      signedIn((options) => api("GET /api/admin/settings", {}, options), signal),
  });

export const useStoreSettings = () =>
  useStoredSetting<MarketplaceSettings, MarketplaceSettings>({
    queryKey: queryKeys.marketplaceSettings,
    store: (body, options) => api("PUT /api/admin/settings", { body }, options),
    after: (_before, wanted) => wanted,
    reread: queryKeys.audits,
  });
