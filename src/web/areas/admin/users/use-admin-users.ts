// Everybody, page by page, and what an admin can change about a person.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AdminUser } from "../../../../contract/admin/admin-users.ts";
import type { GrantedRole } from "../../../../domain/person/roles.ts";
import { api, isSessionOver } from "../../../api/api.ts";
import { dropKeptText } from "../../../forms/kept-text.ts";
import { usePages } from "../../../api/use-pages.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { isSettled, queryKeys, signedIn, type AdminUserFilter } from "../../../api/query.tsx";
import { reloadProfile, useSession } from "../../../session/session.ts";
import { toast } from "../../../ui/overlay/toast.ts";

/** What the API is asked for, by the list and by its export. */
export const queryOf = (filter: AdminUserFilter, search: string) => ({ filter, ...(search && { search }) });

export const useAdminUsers = (filter: AdminUserFilter, search: string) =>
  usePages(queryKeys.adminUserList(filter, search), (at, options) =>
    api("GET /api/admin/users", { query: { ...queryOf(filter, search), ...at } }, options),
  );

/** What can be done about a person. */
export type UserStep = { kind: "role"; role: GrantedRole; granted: boolean } | { kind: "suspend" } | { kind: "lift" };

/** Under this name a typed reason outlives its dialog. */
export const reasonKey = (userId: string): string => `suspend.${userId}`;

const change = ({ id }: AdminUser, step: UserStep, reason: string): Promise<AdminUser> =>
  signedIn((options) => {
    const params = { id };
    switch (step.kind) {
      case "role":
        return api(
          "POST /api/admin/users/{id}/roles",
          { params, body: { role: step.role, granted: step.granted } },
          options,
        );
      case "suspend":
        return api("POST /api/admin/users/{id}/suspension", { params, body: { suspended: true, reason } }, options);
      case "lift":
        return api("POST /api/admin/users/{id}/suspension", { params, body: { suspended: false } }, options);
    }
  });

/** "Keisha Rolle is a host now": what the toast says. */
function outcomeOf({ first_name, last_name }: AdminUser, step: UserStep): string {
  const name = `${first_name} ${last_name}`;
  switch (step.kind) {
    case "role":
      return `${name} is ${step.granted ? "now" : "no longer"} ${step.role === "host" ? "a host" : "an admin"}`;
    case "suspend":
      return `${name} is suspended`;
    case "lift":
      return `The suspension of ${name} is lifted`;
  }
}

/** `onSettled` runs when the lists on the screen are up to date; not after a failure that may pass. */
export function useUserStep(person: AdminUser, step: UserStep, onSettled: () => void) {
  const client = useQueryClient();
  const { user } = useSession();
  return useMutation({
    mutationFn: (reason: string) => change(person, step, reason),
    onSuccess: (after) => {
      dropKeptText(reasonKey(person.id));
      toast({ title: outcomeOf(after, step) });
    },
    onError: (error) => {
      if (isSessionOver(error)) return;
      const description = sentenceFor(error, "The account was not changed. Please try again in a moment.");
      toast({ title: "Error", description, variant: "destructive" });
    },
    onSettled: async (_after, error) => {
      // Whoever is suspended, or no host any more, has no listing on the site.
      await Promise.all(
        [queryKeys.adminUsers, queryKeys.adminListings, queryKeys.adminFigures, queryKeys.audits].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
      if (isSettled(error)) onSettled();
      if (person.id === user?.id) await reloadProfile();
    },
  });
}
