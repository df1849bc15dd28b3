// Notifies admins, in the bell and by email, of what one of them asks another to confirm, and of
// the decision. The rules are in accounts/approvals.
import type { decideApproval, requestApproval } from "../../../contract/admin/admin-approvals.ts";
import type { Input, Output } from "../../../contract/endpoint.ts";
import { inTransaction, type NotifyCtx, type User } from "../../platform/context.ts";
import {
  askForApproval,
  decideOnApproval,
  type ApprovalRow,
} from "../accounts/approvals/approvals.service.ts";
import { closeNotifications, notify } from "../notifications/notifications.service.ts";
import { approvalMail, decidedMail } from "./approvals.mails.ts";

/** The subject without names, because notifications are stored. */
const toNotification = (row: ApprovalRow) =>
  row.action === "bank_file"
    ? ({ kind: "payout", about: "A download of the bank file", always: true } as const)
    : ({ kind: "identity", about: "A change of an admin role", always: true } as const);

const requestKey = ({ id }: ApprovalRow): string => `approval:${id}`;

/** @throws DomainError like askForApproval */
export const requestConfirmation = (
  ctx: NotifyCtx,
  admin: User,
  body: Input<typeof requestApproval>["body"],
): Promise<Output<typeof requestApproval>> =>
  inTransaction(ctx, async (tx) => {
    const { approval, asked } = await askForApproval(tx, admin, body);
    if (!asked) return approval;
    const { row, confirmerIds } = asked;
    const mail = approvalMail(row, tx.publicUrl());
    for (const to of confirmerIds)
      await notify(tx, { ...toNotification(row), to, key: requestKey(row), path: "/admin", mail });
    return approval;
  });

/**
 * Decides, marks the request as read in every bell, and notifies its requester.
 * @throws DomainError like decideOnApproval
 */
export const decideOnRequest = (
  ctx: NotifyCtx,
  admin: User,
  id: string,
  decision: Input<typeof decideApproval>["body"],
): Promise<Output<typeof decideApproval>> =>
  inTransaction(ctx, async (tx) => {
    const { row, adminIds, by, reason } = await decideOnApproval(tx, admin, id, decision);
    await closeNotifications(tx, adminIds, requestKey(row));
    if (admin.id !== row.requested_by)
      await notify(tx, {
        ...toNotification(row),
        to: row.requested_by,
        key: `${requestKey(row)}:${decision.decision}`,
        path: row.action === "bank_file" ? `/admin/payouts/${row.subject_id}` : "/admin/users",
        mail: decidedMail(row, { name: by, reason }, tx.publicUrl()),
      });
    return { decided: true };
  });
