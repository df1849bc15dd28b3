// All accounts, page by page, and the changes an admin can make to one.
import type { AdminUser } from "../../../../contract/admin/admin-users.ts";
import { formatAdminRoles, type GrantedRole } from "../../../../domain/person/roles.ts";
import type { EndpointCall } from "../../../api/api-cache.ts";
import { askIfRequired } from "../approvals/use-approvals.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { ADMIN_LISTINGS, USERS } from "../../../api/endpoint-groups.ts";
import { isSettled, useApiAction, useApiPages } from "../../../api/use-api.ts";
import { reloadProfile } from "../../../session/account.ts";
import { useSession } from "../../../session/session.ts";
import { toast } from "../../../ui/overlay/toast.ts";

export const useAdminUsers = (query: EndpointCall<"GET /api/admin/users">["query"]) =>
  useApiPages("GET /api/admin/users", { query });

/** The actions on a person. */
export type UserStep = PersonStep | { kind: "suspend" };
/** The actions that need nothing but a confirmation. */
export type PersonStep =
  | { kind: "role"; role: GrantedRole; granted: boolean }
  | { kind: "lift" }
  | { kind: "lift_ban" }
  | { kind: "sign_out" };

/** A renter who can't book since a bank took a payment back (product.md, Booking and payment 4). */
export const BOOKING_BAN_LABEL = "Charged back, can't book";

/** The key under which a typed reason is stored when its dialog closes. */
export const userReasonKey = (userId: string): string => `suspend.${userId}`;

type RoleStep = Extract<PersonStep, { kind: "role" }>;

/** Null if another owner has to confirm first, who has been asked. */
async function changeRole(
  { id }: AdminUser,
  { role, granted }: RoleStep,
): Promise<AdminUser | null> {
  try {
    return await apiAsUser("POST /api/admin/users/{id}/roles", {
      params: { id },
      body: { role, granted },
    });
  } catch (error) {
    const request = { action: "role_change", subject_id: id, granted } as const;
    if (role !== "host" && (await askIfRequired(error, { ...request, role }))) return null;
    throw error;
  }
}

function change(person: AdminUser, step: PersonStep): Promise<AdminUser | null> {
  const params = { id: person.id };
  switch (step.kind) {
    case "role":
      return changeRole(person, step);
    case "lift":
      return apiAsUser("POST /api/admin/users/{id}/suspension", {
        params,
        body: { suspended: false },
      });
    case "sign_out":
      return apiAsUser("DELETE /api/admin/users/{id}/sessions", { params }).then(() => person);
    case "lift_ban":
      return apiAsUser("DELETE /api/admin/users/{id}/booking-ban", { params });
  }
}

/** The text of the toast, such as "Keisha Rolle is a host now". */
function outcomeText({ first_name, last_name }: AdminUser, step: PersonStep): string {
  const name = `${first_name} ${last_name}`;
  switch (step.kind) {
    case "role":
      if (step.granted)
        return `${name} is now ${step.role === "host" ? "a host" : formatAdminRoles([step.role])}`;
      return `${name} is no longer ${step.role === "host" ? "a host" : "an admin"}`;
    case "lift":
      return `${name} is no longer suspended`;
    case "sign_out":
      return `${name} is signed out everywhere`;
    case "lift_ban":
      return `${name} can book again`;
  }
}

/** `onSettled` runs when the lists on screen are up to date, but not after a transient failure. */
export function useUserStep(person: AdminUser, step: PersonStep, onSettled: () => void) {
  const { user } = useSession();
  return useApiAction(() => change(person, step), {
    // Removing the role of a host also takes their listings off the site.
    invalidates: [...USERS, ...ADMIN_LISTINGS, "GET /api/admin/approvals", "GET /api/admin/audit"],
    failed: "The account wasn't changed. Please try again in a moment.",
    onSuccess: (after) => {
      if (after) toast({ title: outcomeText(after, step) });
    },
    onSettled: async (_after, error) => {
      if (isSettled(error)) onSettled();
      if (person.id === user?.id) await reloadProfile();
    },
  });
}
