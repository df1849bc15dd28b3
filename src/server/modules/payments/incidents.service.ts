// What is wrong between us and the card provider and was therefore not booked: kept for an admin to look at, who closes it.
import { DomainError } from "../../../domain/errors.ts";
import { recordAudit } from "../../platform/audit.ts";
import { inTransaction, type Ctx, type User } from "../../platform/context.ts";
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
export async function noteIncident(ctx: Ctx, incident: Incident): Promise<void> {
  const { kind, bookingId, details } = incident;
  const times = await writeIncident(ctx, incident);
  if (times === 1) ctx.log.error({ kind, booking: bookingId, ...details }, "payment incident");
}

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
  });
