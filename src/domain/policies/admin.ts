// What each of the three kinds of admin may do in the admin area. Owners may do everything.
// docs/product.md (Admins) prints this table.
import { DomainError } from "../errors.ts";
import type { AdminRole } from "../person/roles.ts";
import { allow, type Reader } from "./policy.ts";

const EVERYBODY = ["support", "finance", "owner"] as const;
const SUPPORT = ["support", "owner"] as const;
const FINANCE = ["finance", "owner"] as const;

export const ADMIN_POLICY = {
  read: allow(EVERYBODY),
  handle_cases: allow(SUPPORT),
  verify_drivers: allow(SUPPORT),
  review_listings: allow(SUPPORT),
  moderate_reviews: allow(SUPPORT),
  suspend: allow(SUPPORT),
  end_sessions: allow(SUPPORT),
  end_all_sessions: allow(["owner"]),
  decide_bookings: allow(SUPPORT),
  read_money: allow(FINANCE),
  move_money: allow(FINANCE),
  export_bank_file: allow(FINANCE),
  change_roles: allow(["owner"]),
  change_settings: allow(["owner"]),
  run_jobs: allow(["owner"]),
};
export type AdminAction = keyof typeof ADMIN_POLICY;

const ADMIN_ACTIONS = Object.keys(ADMIN_POLICY) as AdminAction[];

/** The action in the name of a policy. @throws Error if it is not one for admins */
export function findAdminAction(policy: string | undefined): AdminAction {
  const found = ADMIN_ACTIONS.find((action) => `admin.${action}` === policy);
  if (!found) throw new Error(`"${policy}" is not an action for admins.`);
  return found;
}

/** The roles that may take an action. */
export const adminRolesFor = (action: AdminAction): readonly AdminRole[] =>
  ADMIN_POLICY[action].who;

export const mayAsAdmin = (action: AdminAction, { adminRole }: Pick<Reader, "adminRole">) =>
  adminRole !== undefined && adminRolesFor(action).includes(adminRole);

/** @throws DomainError forbidden for anybody but admins; role_required for the other admins */
export function requireAdmin(action: AdminAction, reader: Pick<Reader, "adminRole">): void {
  if (reader.adminRole === undefined) throw new DomainError("forbidden");
  if (!mayAsAdmin(action, reader))
    throw new DomainError("role_required", { roles: [...adminRolesFor(action)] });
}

/** The owner of the cars and photos that a person may change; undefined for admins who may change
 *  everybody's. */
export const ownerScope = (reader: Reader): string | undefined =>
  mayAsAdmin("review_listings", reader) ? undefined : reader.id;
