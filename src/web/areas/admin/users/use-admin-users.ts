// All accounts, page by page, and the changes an admin can make to one.
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

/** The query parameters shared by the list and its export. */
export const queryOf = (filter: AdminUserFilter, search: string) => ({
  filter,
  ...(search && { search }),
});

export const useAdminUsers = (filter: AdminUserFilter, search: string) =>
  usePages(queryKeys.adminUserList(filter, search), (at, options) =>
    api("GET /api/admin/users", { query: { ...queryOf(filter, search), ...at } }, options),
  );

/** The actions on a person. */
export type UserStep =
  { kind: "role"; role: GrantedRole; granted: boolean } | { kind: "suspend" } | { kind: "lift" };

/** The key under which a typed reason is stored when its dialog closes. */
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
        return api(
          "POST /api/admin/users/{id}/suspension",
          { params, body: { suspended: true, reason } },
          options,
        );
      case "lift":
        return api(
          "POST /api/admin/users/{id}/suspension",
          { params, body: { suspended: false } },
          options,
        );
    }
  });

/** The text of the toast, such as "Keisha Rolle is a host now". */
function outcomeOf({ first_name, last_name }: AdminUser, step: UserStep): string {
  const name = `${first_name} ${last_name}`;
  switch (step.kind) {
    case "role":
      return `${name} is ${step.granted ? "now" : "no longer"} ${step.role === "host" ? "a host" : "an admin"}`;
    case "suspend":
      return `${name} is suspended`;
    case "lift":
      return `${name} is no longer suspended`;
  }
}

/** `onSettled` runs when the lists on screen are up to date, but not after a transient failure. */
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
      const description = sentenceFor(
        error,
        "The account wasn't changed. Please try again in a moment.",
      );
      toast({ title: "Error", description, variant: "destructive" });
    },
    onSettled: async (_after, error) => {
      // Suspending a host or removing the role also takes their listings off the site.
      await Promise.all(
        [
          queryKeys.adminUsers,
          queryKeys.adminListings,
          queryKeys.adminFigures,
          queryKeys.audits,
        ].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
      if (isSettled(error)) onSettled();
      if (person.id === user?.id) await reloadProfile();
    },
  });
}
