// Scheduled work on the documents of cars and businesses: reminders, deactivation of cars without
// valid insurance, and maintenance of the files.
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatLong } from "../../../../domain/text/format.ts";
import { inTransaction, type Ctx, type NotifyCtx } from "../../../platform/context.ts";
import { removeStaleFiles } from "../../../platform/storage/document-store.ts";
import { notifyListingChanged } from "../../../platform/realtime/events.ts";
import type { JobHandler } from "../../../platform/jobs/jobs.ts";
import { sweepItem } from "../../../platform/jobs/sweep-item.ts";
import { getOwnProfile } from "../../accounts/accounts.service.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { carName, DOCUMENTS, insuranceExpiredMail, withOthers } from "./car-documents.mails.ts";
import * as repository from "./car-documents.repository.ts";
import { remindOfDocuments, remindOfLicensing } from "./document-reminders.service.ts";
import { carDocumentContext } from "./car-documents.service.ts";
import { businessDocumentContext } from "../business-documents/business-documents.service.ts";
import { reencryptLockboxes } from "../lockbox/lockbox.service.ts";
import { updateListingRow } from "../hosting/host-listings.repository.ts";
import { auditListing } from "../listing-audit.ts";

export const carDocumentsJobs = (ctx: Ctx): JobHandler[] => [
  // Each job does whatever is due, so the next run makes up for a missed one.
  { name: "insurance-expiry", cron: "1 * * * *", run: () => unlistUninsured(ctx) },
  {
    name: "documents-daily",
    cron: "0 8 * * *",
    run: async () => {
      await remindOfDocuments(ctx);
      await remindOfLicensing(ctx);
      await careForDocuments(ctx);
      await reencryptLockboxes(ctx);
    },
  },
];

const today = (ctx: Pick<Ctx, "clock">) => todayInNassau(ctx.clock.now());

/** Takes cars with expired insurance off the site and notifies their hosts. */
export async function unlistUninsured(ctx: NotifyCtx): Promise<void> {
  for (const hostId of await repository.hostsOverdue(ctx.db, today(ctx)))
    await sweepItem(ctx, { host: hostId }, () =>
      inTransaction(ctx, (tx) => unlistUninsuredOf(tx, hostId)),
    );
}

async function unlistUninsuredOf(tx: NotifyCtx, hostId: string): Promise<void> {
  const cars = await repository.lockOverdue(tx.db, hostId, today(tx));
  const [first] = cars;
  if (!first) return;
  for (const { expires_on, ...before } of cars) {
    const { id } = before;
    const after = await updateListingRow(tx.db, id, { is_available: false }, tx.clock.now());
    const reason = expires_on
      ? `The insurance was valid until ${formatLong(expires_on)}.`
      : undefined;
    await auditListing(tx, { kind: "system", id: null }, "deactivate", { before, after, reason });
    await notifyListingChanged(tx, id);
  }
  const { first_name } = await getOwnProfile(tx, hostId);
  await notify(tx, {
    to: hostId,
    kind: "listing",
    // The car returns only after the insurance is renewed.
    key: `listing:${first.id}:uninsured:${first.expires_on}`,
    about: withOthers(cars.map(carName)),
    path: DOCUMENTS,
    mail: insuranceExpiredMail(first_name, cars, tx.publicUrl()),
  });
}

/** Maintains the files of the documents of cars and businesses (storage/document-store.ts). */
export async function careForDocuments(ctx: Ctx): Promise<void> {
  await removeStaleFiles(ctx, {
    store: ctx.documents,
    table: "car_documents",
    boundTo: carDocumentContext,
  });
  await removeStaleFiles(ctx, {
    store: ctx.businessDocuments,
    table: "business_documents",
    boundTo: businessDocumentContext,
  });
}
