// Incidents: what the card provider and our records say differently. An admin investigates and
// closes them.
import { DomainError } from "../../../domain/errors.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { inTransaction, type User, type Ctx, type TransactionCtx } from "../../platform/context.ts";
import type { MailContent } from "../../platform/mail/mail-layout.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { mailAdmins } from "../accounts/accounts.service.ts";
import {
  closeRow,
  lockIncident,
  writeIncident,
  type StoredIncident,
} from "./incidents.repository.ts";

export {
  IS_OPEN_DISPUTE,
  countIncidents,
  findIncident,
  findIncidents,
  incidentLabels,
  type StoredIncident,
  type IncidentRow,
} from "./incidents.repository.ts";

/**
 * Records an incident and logs it the first time. A repeat reopens it, unless a comparison found
 * the same unchanged problem.
 */
export const recordIncident = (ctx: Ctx, incident: StoredIncident): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { kind, bookingId, key } = incident;
    const times = await writeIncident(tx.db, incident, tx.clock.now());
    await publishLive(tx, "admins", "money");
    if (times > 1) return;
    // Its details may contain the provider's text.
    ctx.log.error({ kind, booking: bookingId, key }, "payment incident");
    const mail = MAILED[kind];
    if (mail)
      await mailAdmins(tx, "read_money", {
        ...mail,
        action: { label: "Open Money", url: `${ctx.publicUrl()}/admin/money` },
      });
  });

/**
 * Incidents that need an admin's action and are not reported in any other way. A dispute has its
 * own email.
 */
const MAILED: Partial<Record<StoredIncident["kind"], Omit<MailContent, "action">>> = {
  record_differs: {
    subject: "A payment does not match our records",
    preview: "The Money page says what we booked and what to do.",
    heading: "A payment does not match our records",
    paragraphs: [
      "The card provider's record of a payment differs from ours.",
      "The Money page shows the payment, what we booked because of it, and what to do. Close the incident there once you have done it.",
    ],
  },
  host_in_debt: {
    subject: "A host owes more than one cancellation fee",
    preview: "Renters can spend the credit, and the host may never earn it.",
    heading: "A host owes more than one cancellation fee",
    paragraphs: [
      "A host has cancelled several trips and owes more than the highest fee. The renters have the fees as credit, which they can spend now. If the host earns nothing, Caydrive pays for it.",
      "Check the bookings on the host's page. If they look arranged, suspend the accounts. If the host couldn't avoid cancelling, waive the fee on the booking.",
    ],
  },
  checkout_refused: {
    subject: "The card provider refused to open a checkout",
    preview: "The renter could not pay. Please check the account at the provider.",
    heading: "The card provider refused to open a checkout",
    paragraphs: [
      "A renter could not pay for a booking. Nothing was charged, and the checkout holds no dates any more.",
      "Open the page about money for the provider's reason. If it happens again, check the account in the provider's dashboard.",
    ],
  },
};

/**
 * Closes an incident that an admin has investigated. @param times the count that the admin saw
 * @throws DomainError not_found, incident_changed if it has happened again since
 */
export const closeIncidentRow = (
  ctx: TransactionCtx,
  admin: User,
  id: string,
  times: number,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const incident = await lockIncident(tx.db, id);
    if (!incident) throw new DomainError("not_found", { what: "incident" });
    if (incident.times !== times)
      throw new DomainError("incident_changed", { times: incident.times });
    if (incident.closed_at !== null) return;
    await closeRow(tx.db, id, admin.id, tx.clock.now());
    await recordAudit(tx, {
      actorKind: "admin",
      actorId: admin.id,
      action: "incident.close",
      subjectType: "incident",
      subjectId: id,
      after: { times },
    });
    await publishLive(tx, "admins", "money", id);
  });
