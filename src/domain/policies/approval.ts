// What an admin does only with the confirmation of a second admin, where there is one who may
// confirm it (product.md, Admins).
import type { CalendarDate } from "../calendar/dates.ts";
import { formatAdminRoles, type AdminRole } from "../person/roles.ts";
import { formatLong } from "../text/format.ts";
import type { AdminAction } from "./admin.ts";

export const APPROVED_ACTIONS = ["bank_file", "role_change"] as const;
export type ApprovedAction = (typeof APPROVED_ACTIONS)[number];

/** What both admins must be allowed to do. */
export const APPROVAL_NEEDS: Record<ApprovedAction, AdminAction> = {
  bank_file: "export_bank_file",
  role_change: "change_roles",
};

/** A request that nobody decides lapses after this time, and so does a confirmation not used. */
export const APPROVAL_HOURS = 24;

export interface Approval {
  subject_id: string;
  requested_by: string;
}

/** Nobody confirms what they asked for, nor a change of their own role. */
export const mayConfirm = ({ subject_id, requested_by }: Approval, adminId: string): boolean =>
  adminId !== requested_by && adminId !== subject_id;

/**
 * What is asked for, after "to": "download the bank file for rentals up to Sunday, December 13,
 * 2026". A role change has a person, a bank file the last day of its rentals.
 */
export function describeApproval({
  period_end,
  person,
  role,
  granted,
}: {
  period_end: CalendarDate | null;
  person: string | null;
  role: AdminRole | null;
  granted: boolean | null;
}): string {
  if (period_end) return `download the bank file for rentals up to ${formatLong(period_end)}`;
  return granted && role
    ? `make ${person} ${formatAdminRoles([role])}`
    : `remove ${person}'s admin role`;
}
