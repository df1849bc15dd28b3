// Reminds hosts of documents that expire soon, of half-yearly inspections and of the licensing
// month (trips.md section 9).
import {
  dueReminder,
  EXPIRES_SOON_DAYS,
  type ReminderDays,
} from "../../../../domain/listing/car-documents.ts";
import {
  addDays,
  isBefore,
  todayInNassau,
  type CalendarDate,
} from "../../../../domain/calendar/dates.ts";
import {
  EARLIEST_INSPECTION_REMINDER_DAYS,
  findDueInspection,
  findLicensingYear,
} from "../../../../domain/listing/document-reminders.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { inTransaction, type DbCtx, type NotifyCtx } from "../../../platform/context.ts";
import { getOwnProfile, lockActiveHost } from "../../accounts/accounts.service.ts";
import { notify } from "../../notifications/notifications.service.ts";
import * as business from "../business-documents/business-documents.repository.ts";
import {
  carName,
  DUE_NAMES,
  licensingMail,
  reminderMail,
  toReminderPath,
  withOthers,
  type DueDocument,
} from "./car-documents.mails.ts";
import * as repository from "./car-documents.repository.ts";

/** A due document with the key of its reminder. */
type Reminder = DueDocument & { key: string };

/**
 * Reminds each host in one notification of everything that is due: documents that expire within 30
 * days, and again within 7 days, and half-yearly inspections. Each is sent once.
 */
export async function remindOfDocuments(ctx: NotifyCtx): Promise<void> {
  const today = todayInNassau(ctx.clock.now());
  for (const hostId of await findHostsToRemind(ctx, today))
    await remindHost(ctx, hostId, async (tx) => {
      const due = [
        ...(await takeCarDocuments(tx, hostId, today)),
        ...(await takeInspections(tx, hostId, today)),
        ...(await takeBusinessDocuments(tx, hostId, today)),
      ];
      const [first] = due;
      if (!first) return;
      const { first_name } = await getOwnProfile(tx, hostId);
      await notify(tx, {
        to: hostId,
        kind: "reminder",
        // Each document is due in only one email, together with the others.
        key: first.key,
        about: withOthers(
          due.map(({ car, kind }) => (car ? carName(car) : capitalised(DUE_NAMES[kind]))),
        ),
        path: toReminderPath(due),
        mail: reminderMail(first_name, due, tx.publicUrl()),
      });
    });
}

/** Reminds each host of approved cars of the licensing month, once a year. */
export async function remindOfLicensing(ctx: NotifyCtx): Promise<void> {
  const year = findLicensingYear(todayInNassau(ctx.clock.now()));
  if (year === undefined) return;
  const key = `licensing:${year}`;
  for (const hostId of await repository.findHostsToRemindOfLicensing(ctx.db, key))
    await remindHost(ctx, hostId, async (tx) => {
      const { first_name } = await getOwnProfile(tx, hostId);
      await notify(tx, {
        to: hostId,
        kind: "reminder",
        key,
        about: "Renew your licences and the papers of your cars",
        path: "/host/listings",
        mail: licensingMail(first_name, year, tx.publicUrl()),
      });
    });
}

/**
 * Reminds one host with the account locked; nobody who is not an active host now. A failure does
 * not stop the others, and is retried by the next run.
 */
async function remindHost(
  ctx: NotifyCtx,
  hostId: string,
  remind: (tx: NotifyCtx) => Promise<void>,
): Promise<void> {
  try {
    await inTransaction(ctx, async (tx) => {
      if (await lockActiveHost(tx, hostId)) await remind(tx);
    });
  } catch (error) {
    ctx.log.error({ err: error, host: hostId }, "a host could not be reminded");
  }
}

const lastDay = (today: CalendarDate): CalendarDate => addDays(today, EXPIRES_SOON_DAYS);
const latestInspection = (today: CalendarDate): CalendarDate =>
  addDays(today, -EARLIEST_INSPECTION_REMINDER_DAYS);

interface Expiry {
  expires_on: CalendarDate | null;
  reminded_days: ReminderDays | null;
}

const findDueExpiry = ({ expires_on, reminded_days }: Expiry, today: CalendarDate) =>
  expires_on === null ? undefined : dueReminder(expires_on, today, reminded_days);

interface Inspection {
  expires_on: CalendarDate | null;
  inspected_on: CalendarDate | null;
  inspection_reminded_for: CalendarDate | null;
  created_at: string;
}

const findDueDay = (inspection: Inspection, today: CalendarDate): CalendarDate | undefined =>
  inspection.expires_on === null
    ? undefined
    : findDueInspection(
        {
          inspectedOn: inspection.inspected_on ?? todayInNassau(new Date(inspection.created_at)),
          expiresOn: inspection.expires_on,
          reminded: inspection.inspection_reminded_for,
        },
        today,
      );

async function findHostsToRemind({ db }: DbCtx, today: CalendarDate): Promise<Set<string>> {
  const last = lastDay(today);
  const expiring = [
    ...(await repository.findReminders(db, today, last)),
    ...(await business.findBusinessReminders(db, today, last)),
  ].filter((row) => findDueExpiry(row, today));
  const inspections = await repository.findInspections(db, today, latestInspection(today));
  const due = [...expiring, ...inspections.filter((row) => findDueDay(row, today))];
  return new Set(due.map(({ host_id }) => host_id));
}

/** The documents of a host's cars that expire, marked as reminded. */
async function takeCarDocuments({ db }: DbCtx, hostId: string, today: CalendarDate) {
  const rows = await repository.lockReminders(db, hostId, today, lastDay(today));
  const documents = rows.map(({ make, model, year, ...row }) => ({
    ...row,
    car: { make, model, year },
  }));
  return takeExpiring(documents, today, (id, days) => repository.setReminded(db, id, days));
}

/** The documents of a host's business that expire, marked as reminded. */
async function takeBusinessDocuments({ db }: DbCtx, hostId: string, today: CalendarDate) {
  const rows = await business.lockBusinessReminders(db, hostId, today, lastDay(today));
  const documents = rows.map((row) => ({ ...row, car: null }));
  return takeExpiring(documents, today, (id, days) => business.setBusinessReminded(db, id, days));
}

async function takeExpiring(
  rows: readonly (Expiry & Pick<DueDocument, "kind" | "car"> & { id: string })[],
  today: CalendarDate,
  setReminded: (id: string, days: ReminderDays) => Promise<void>,
): Promise<Reminder[]> {
  const due: Reminder[] = [];
  for (const row of rows) {
    const days = findDueExpiry(row, today);
    if (!days || row.expires_on === null) continue;
    const { id, kind, car, expires_on: date } = row;
    await setReminded(id, days);
    due.push({ key: `document:${id}:expires:${days}`, reason: "expiry", kind, car, date });
  }
  return due;
}

/** The half-yearly inspections of a host's cars, marked as reminded. */
async function takeInspections(
  { db }: DbCtx,
  hostId: string,
  today: CalendarDate,
): Promise<Reminder[]> {
  const due: Reminder[] = [];
  for (const row of await repository.lockInspections(db, hostId, today, latestInspection(today))) {
    const date = findDueDay(row, today);
    if (!date) continue;
    const { id, kind, make, model, year } = row;
    await repository.setInspectionReminded(db, id, date);
    due.push({
      key: `document:${id}:inspection:${date}`,
      reason: isBefore(date, today) ? "overdue_inspection" : "inspection",
      kind,
      car: { make, model, year },
      date,
    });
  }
  return due;
}
