// What is wrong between us and the card provider and was therefore not booked: kept for an admin to look at, who closes it.
import { DomainError } from "../../../domain/errors.ts";
import { recordAudit } from "../../platform/audit.ts";
import { inTransaction, type Ctx, type User } from "../../platform/context.ts";
import { tellLive } from "../../platform/realtime/tell-live.ts";
import { mailAdmins } from "../accounts/accounts.service.ts";
import { closeRow, lockIncident, writeIncident, type Incident } from "./incidents.repository.ts";

export {
  countIncidents,
  findIncident,
  findIncidents,
  incidentLabels,
  type Incident,
  type IncidentRow,
} from "./incidents.repository.ts";

/** Writes an incident down, and says so in the log the first time. A repeat opens it again, but for what is only found again as it was. */
export const noteIncident = (ctx: Ctx, incident: Incident): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { kind, bookingId, key } = incident;
    const times = await writeIncident(tx, incident);
    await tellLive(tx, "admins", "money");
    if (times > 1) return;
    ctx.log.error({ kind, booking: bookingId, key }, "payment incident"); // its details may hold the provider's words
    if (MAILED.includes(kind)) await mailAdmins(tx, incidentMail(ctx));
  });

/** What somebody has to look into and is not told of otherwise. A dispute has a mail of its own; what strangers send is none of it. */
const MAILED: readonly Incident["kind"][] = ["record_differs", "checkout_refused"];

const incidentMail = (ctx: Ctx) => ({
  subject: "Something between us and the card provider was set aside",
  preview: "It was not booked. An admin has to look into it.",
  heading: "Something was set aside",
  paragraphs: [
    "What the card provider says of a payment does not fit our record, or it has refused to open a checkout. It was not booked.",
    "The page about money says what it is and what can be done.",
  ],
  action: { label: "Look into it", url: `${ctx.publicUrl()}/admin/money` },
});

/**
 * An admin has looked into it. @param times how often it had happened when the admin read it
 * @throws DomainError PGRST116, incident_changed where it has happened again since
 */
export const closeIncident = (ctx: Ctx, admin: User, id: string, times: number): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const incident = await lockIncident(tx, id);
    if (!incident) throw new DomainError("PGRST116", { what: "incident" });
    if (incident.times !== times) throw new DomainError("incident_changed", { times: incident.times });
    if (incident.closed_at !== null) return;
    await closeRow(tx, id, admin.id);
    await recordAudit(tx, {
      actorKind: "admin",
      actorId: admin.id,
      action: "incident.close",
      subjectType: "incident",
      subjectId: id,
      after: { times },
    });
    await tellLive(tx, "admins", "money", id);
  });
