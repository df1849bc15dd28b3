// Emails to admins about what one of them asks another to confirm.
import { formatInstant } from "../../../domain/text/format.ts";
import { describeApproval } from "../../../domain/policies/approval.ts";
import type { MailContent } from "../../platform/mail/mail-layout.ts";
import type { ApprovalRow } from "../accounts/approvals/approvals.service.ts";

const describe = (row: ApprovalRow): string =>
  describeApproval({ ...row, person: row.person_name });

/** To the admins who may confirm. */
export const approvalMail = (row: ApprovalRow, origin: string) =>
  ({
    subject: `${row.requester_name} asks for your confirmation`,
    preview: "A second admin has to confirm this.",
    heading: "Another admin needs your confirmation",
    paragraphs: [
      `${row.requester_name} wants to ${describe(row)}.`,
      `Confirm or decline it by ${formatInstant(new Date(row.expires_at))}. If you didn't expect this, ask ${row.requester_name} in person first.`,
    ],
    action: { label: "Review the request", url: `${origin}/admin` },
  }) satisfies MailContent;

/** To the admin who asked. @param reason why it was declined; null if it was confirmed */
export const decidedMail = (
  row: ApprovalRow,
  { name, reason }: { name: string; reason: string | null },
  origin: string,
) => {
  const did = reason === null ? "confirmed" : "declined";
  return {
    subject: `${name} ${did} your request`,
    preview: `You asked to ${describe(row)}.`,
    heading: `Your request was ${did}`,
    paragraphs: [
      `You asked to ${describe(row)}. ${name} ${did} it.`,
      reason === null
        ? row.period_end
          ? "You can download the file now. The confirmation is good for one download."
          : "The change has been made."
        : `Reason: ${reason}`,
    ],
    action: row.period_end
      ? { label: "See the payouts", url: `${origin}/admin/payouts/${row.subject_id}` }
      : { label: "Open Users", url: `${origin}/admin/users` },
  } satisfies MailContent;
};
