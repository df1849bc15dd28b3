// Scheduled work on car documents: reminders before they expire, deactivation of cars without valid
// insurance, and maintenance of the files.
import { dueReminder, EXPIRES_SOON_DAYS } from "../../../../domain/listing/car-documents.ts";
import { addDays, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatLong } from "../../../../domain/text/format.ts";
import { inTransaction, type Ctx, type NotifyCtx } from "../../../platform/context.ts";
import { removeStaleFiles } from "../../../platform/storage/document-store.ts";
import { notifyListingChanged } from "../../../platform/realtime/events.ts";
import type { JobHandler } from "../../../platform/jobs/jobs.ts";
import { getOwnProfile } from "../../accounts/accounts.service.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { insuranceExpiredMail, reminderMail } from "./car-documents.mails.ts";
import * as repository from "./car-documents.repository.ts";
import { carDocumentContext } from "./car-documents.service.ts";
import { updateListingRow } from "../hosting/host-listings.repository.ts";
import { auditListing } from "../listing-audit.ts";

const DOCUMENTS = "/host/listings?filter=documents_due";

export const carDocumentsJobs = (ctx: Ctx): JobHandler[] => [
  // Each job does whatever is due, so the next run makes up for a missed one.
  { name: "insurance-expiry", cron: "1 * * * *", run: () => unlistUninsured(ctx) },
  {
    name: "documents-daily",
    cron: "0 8 * * *",
    run: async () => {
      await remindOfExpiry(ctx);
      await careForCarDocuments(ctx);
    },
  },
];

/** One car by its name, or the first one and the number of others. */
function listed([first, ...others]: readonly {
  year: number;
  make: string;
  model: string;
}[]): string {
  if (!first) return "";
  return `${first.year} ${first.make} ${first.model}${others.length > 0 ? `, and ${others.length} more` : ""}`;
}

const today = (ctx: Pick<Ctx, "clock">) => todayInNassau(ctx.clock.now());

/** Emails each host once about documents that expire within 30 days, and again within 7 days. */
export async function remindOfExpiry(ctx: NotifyCtx): Promise<void> {
  const now = today(ctx);
  const last = addDays(now, EXPIRES_SOON_DAYS);
  for (const hostId of await repository.hostsToRemind(ctx.db, now, last))
    await inTransaction(ctx, async (tx) => {
      const rows = await repository.lockReminders(tx.db, hostId, now, last);
      const due = rows.flatMap(({ expires_on, ...row }) => {
        const days = expires_on && dueReminder(expires_on, now, row.reminded_days);
        return expires_on && days ? [{ ...row, expires_on, days }] : [];
      });
      const [first] = due;
      if (!first) return;
      for (const { id, days } of due) await repository.setReminded(tx.db, id, days);
      const { first_name } = await getOwnProfile(tx, hostId);
      await notify(tx, {
        to: hostId,
        kind: "reminder",
        // Each document is due in only one email, together with the others.
        key: `document:${first.id}:expires:${first.days}`,
        about: listed(due),
        path: DOCUMENTS,
        mail: reminderMail(first_name, due, tx.publicUrl()),
      });
    });
}

/** Takes cars with expired insurance off the site and notifies their hosts. */
export async function unlistUninsured(ctx: NotifyCtx): Promise<void> {
  const now = today(ctx);
  for (const hostId of await repository.hostsOverdue(ctx.db, now))
    await inTransaction(ctx, async (tx) => {
      const cars = await repository.lockOverdue(tx.db, hostId, now);
      const [first] = cars;
      if (!first) return;
      for (const { expires_on, ...before } of cars) {
        const { id } = before;
        const after = await updateListingRow(tx.db, id, { is_available: false }, tx.clock.now());
        const reason = expires_on
          ? `The insurance was valid until ${formatLong(expires_on)}.`
          : undefined;
        await auditListing(tx, { kind: "system", id: null }, "deactivate", {
          before,
          after,
          reason,
        });
        await notifyListingChanged(tx, id);
      }
      const { first_name } = await getOwnProfile(tx, hostId);
      await notify(tx, {
        to: hostId,
        kind: "listing",
        // The car returns only after the insurance is renewed.
        key: `listing:${first.id}:uninsured:${first.expires_on}`,
        about: listed(cars),
        path: DOCUMENTS,
        mail: insuranceExpiredMail(first_name, cars, tx.publicUrl()),
      });
    });
}

/** Maintains the files of car documents (platform/storage/document-store.ts). */
export const careForCarDocuments = (ctx: Ctx): Promise<void> =>
  removeStaleFiles(ctx, {
    store: ctx.documents,
    table: "car_documents",
    boundTo: carDocumentContext,
  });
