// The jobs of all modules.
import { accountsJobs } from "./modules/accounts/accounts.routes.ts";
import { adminJobs } from "./modules/admin/admin.routes.ts";
import { bookingsJobs } from "./modules/bookings/bookings.routes.ts";
import { bookingPurchases } from "./modules/bookings/settlement/booking-purchases.service.ts";
import { laterCharges } from "./modules/charges/charge-comparison.service.ts";
import { chargesJobs } from "./modules/charges/charges.routes.ts";
import { deposits } from "./modules/deposits/deposit-comparison.service.ts";
import { depositsJobs } from "./modules/deposits/deposits.routes.ts";
import { casesJobs } from "./modules/cases/cases.routes.ts";
import { calendarJobs } from "./modules/calendar/calendar.routes.ts";
import {
  carDocumentsJobs,
  priceCalendarJobs,
  draftsJobs,
  favouritesJobs,
  locationsJobs,
  socialImageJobs,
} from "./modules/listings/listings.routes.ts";
import { identityJobs } from "./modules/identity/identity.routes.ts";
import { ledgerJobs } from "./modules/ledger/ledger.jobs.ts";
import { messagingJobs } from "./modules/messaging/messaging.routes.ts";
import { alertsJobs } from "./modules/notifications/alerts/alerts.routes.ts";
import { paymentsJobs } from "./modules/payments/payments.routes.ts";
import { payoutsJobs } from "./modules/payouts/payouts.routes.ts";
import { mediaJobs } from "./modules/media/media.jobs.ts";
import { personalDataJobs } from "./modules/personal-data/personal-data.routes.ts";
import { tripsJobs } from "./modules/trips/trips.routes.ts";
import { reviewsJobs } from "./modules/reviews/reviews.routes.ts";
import { mailJobs } from "./platform/mail/mail.ts";
import { sandboxJobs } from "./platform/payments/sandbox.ts";
import type { Ctx } from "./platform/context.ts";
import type { JobHandler } from "./platform/jobs/jobs.ts";

export const collectJobs = (ctx: Ctx): JobHandler[] => [
  ...mailJobs(ctx),
  ...accountsJobs(ctx),
  ...alertsJobs(ctx),
  ...calendarJobs(ctx),
  ...mediaJobs(ctx),
  ...identityJobs(ctx),
  ...carDocumentsJobs(ctx),
  ...priceCalendarJobs(ctx),
  ...draftsJobs(ctx),
  ...locationsJobs(ctx),
  ...favouritesJobs(ctx),
  ...socialImageJobs(ctx),
  ...ledgerJobs(ctx),
  ...paymentsJobs(ctx, bookingPurchases, laterCharges, deposits),
  ...bookingsJobs(ctx),
  ...chargesJobs(ctx),
  ...depositsJobs(ctx),
  ...tripsJobs(ctx),
  ...casesJobs(ctx),
  ...payoutsJobs(ctx),
  ...messagingJobs(ctx),
  ...reviewsJobs(ctx),
  ...personalDataJobs(ctx),
  ...adminJobs(ctx),
  ...(ctx.payments.name === "sandbox" ? sandboxJobs(ctx) : []),
];
