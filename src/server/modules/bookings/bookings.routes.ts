// HTTP routes and jobs for bookings: checkout, verification, lists, decisions.
import type { FastifyInstance } from "fastify";
import { getBookingTimeline } from "../../../contract/bookings/booking-timeline.ts";
import * as contract from "../../../contract/bookings/bookings.ts";
import * as notices from "../../../contract/bookings/booking-notifications.ts";
import * as checkout from "../../../contract/bookings/checkout.ts";
import * as driverContract from "../../../contract/bookings/drivers.ts";
import * as hostBookings from "../../../contract/bookings/host-bookings.ts";
import * as cancellation from "../../../contract/bookings/cancellation.ts";
import { getCredit } from "../../../contract/bookings/credit.ts";
import { getReceipt } from "../../../contract/bookings/receipts.ts";
import { REMINDER_HOUR } from "../../../domain/booking/booking-deadlines.ts";
import { MORNING_HOUR } from "../../../domain/message/alert.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http/http.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import * as bookings from "./bookings.service.ts";
import { createBookingCheckout } from "./checkout/checkout.service.ts";
import * as decisions from "./decisions/decisions.service.ts";
import { readRebookOffers } from "./decisions/rebook-offers.service.ts";
import { readHostFee, waiveHostFee } from "./decisions/host-cancellations.service.ts";
import { readCredit } from "../ledger/credit.service.ts";
import { readDaySheet } from "./day-sheet/day-sheet.service.ts";
import * as drivers from "./drivers/drivers.service.ts";
import * as invitations from "./drivers/invitations.service.ts";
import {
  listBookedCars,
  listHostBookings,
  listHostRenters,
  readHostDashboard,
} from "./host-bookings.service.ts";
import {
  findOpenCheckout,
  listOpenCheckouts,
  releaseCheckout,
} from "./checkout/open-checkout.service.ts";
import { remindOfReturns, remindOfTrips } from "./notifications/reminders.service.ts";
import { alertOfToday } from "./notifications/today-alerts.service.ts";
import { readReceipt } from "./receipts.service.ts";
import { remindOfDisputes } from "./settlement/booking-disputes.service.ts";
import { sweep } from "./settlement/sweep.service.ts";
import { stormsJobs, stormsRoutes } from "./storms/storms.routes.ts";
import { exportBooking, notifyDecision } from "./notifications/decision-notifications.service.ts";

function decisionRoutes(router: Router, ctx: Ctx): void {
  router.on(cancellation.cancelBooking, ({ user, params, body }) =>
    decisions.cancelBooking(ctx, user, params.id, body),
  );
  router.on(cancellation.getHostCancellationFee, ({ user, params }) =>
    readHostFee(ctx, user, params.id),
  );
  router.on(cancellation.getRebookOffers, ({ user, params }) =>
    readRebookOffers(ctx, user, params.id),
  );
  router.on(cancellation.waiveHostFee, ({ user, params, body }) =>
    waiveHostFee(ctx, user, params.id, body.reason),
  );
  router.on(contract.withdrawBooking, ({ user, params }) =>
    decisions.withdrawBooking(ctx, user, params.id),
  );
  router.on(contract.approveBooking, ({ user, params }) =>
    decisions.approveBooking(ctx, user, params.id),
  );
  router.on(contract.rejectBooking, ({ user, params, body }) =>
    decisions.rejectBooking(ctx, user, params.id, body),
  );
}

export function bookingsRoutes(router: Router, app: FastifyInstance, ctx: Ctx): void {
  decisionRoutes(router, ctx);
  stormsRoutes(router, ctx);
  router.on(checkout.createBookingCheckout, ({ user, body }) =>
    createBookingCheckout(ctx, user, body),
  );
  router.on(checkout.listOpenCheckouts, ({ user }) => listOpenCheckouts(ctx, user));
  router.on(checkout.getOpenCheckout, ({ user, params }) => findOpenCheckout(ctx, user, params.id));
  router.on(checkout.releaseCheckout, ({ user, params }) => releaseCheckout(ctx, user, params.id));
  router.on(checkout.verifyBookingPayment, ({ user, body }) =>
    bookings.verifyBookingPayment(ctx, user, body.session_id),
  );
  router.on(contract.listBookings, ({ user, query }) =>
    bookings.listBookings(ctx, user, "renter", query),
  );
  router.on(contract.getRenterDashboard, ({ user }) => bookings.readRenterDashboard(ctx, user));
  router.on(hostBookings.listHostBookings, ({ user, query }) => listHostBookings(ctx, user, query));
  router.on(hostBookings.listBookedCars, ({ user }) => listBookedCars(ctx, user));
  router.on(hostBookings.getDaySheet, ({ user, query }) => readDaySheet(ctx, user, query));
  router.on(hostBookings.listHostRenters, ({ user, query }) => listHostRenters(ctx, user, query));
  router.on(hostBookings.getHostDashboard, ({ user }) => readHostDashboard(ctx, user));
  router.on(contract.getBookingBySession, ({ user, params }) =>
    bookings.readBookingBySession(ctx, user, params.session_id),
  );
  // The old, ambiguous path. Pages that still use it may be open.
  app.get<{ Params: { id: string } }>("/api/bookings/by-session/:id", ({ params }, reply) =>
    reply.redirect(`/api/checkout-sessions/${encodeURIComponent(params.id)}/booking`, 308),
  );
  router.on(contract.getBooking, ({ user, params }) => bookings.readBooking(ctx, user, params.id));
  router.on(getBookingTimeline, ({ user, params }) =>
    bookings.readBookingTimeline(ctx, user, params.id),
  );
  router.on(notices.exportBooking, async ({ user, params, reply }) => {
    const { filename, content } = await exportBooking(ctx, user, params.id);
    reply.header("content-disposition", `attachment; filename="${filename}"`);
    return content;
  });
  router.on(notices.sendBookingNotification, ({ user, body }) => notifyDecision(ctx, user, body));
  router.on(getCredit, ({ user, query }) => readCredit(ctx, user.id, query.car_id ?? null));
  router.on(getReceipt, ({ user, params }) => readReceipt(ctx, user, params.id));
  router.on(driverContract.inviteDriver, ({ user, params, body }) =>
    drivers.inviteDriver(ctx, user, params.id, body.email),
  );
  router.on(driverContract.resendDriverInvitation, ({ user, params }) =>
    drivers.resendInvitation(ctx, user, params),
  );
  router.on(driverContract.removeDriver, ({ user, params }) =>
    drivers.removeDriver(ctx, user, params),
  );
  router.on(driverContract.listDrivenTrips, ({ user }) => invitations.listDrivenTrips(ctx, user));
  router.on(driverContract.getDriverInvitation, ({ user, params, query }) =>
    invitations.readInvitation(ctx, user, params.id, query.token),
  );
  router.on(driverContract.acceptDriverInvitation, ({ user, params, body }) =>
    invitations.acceptInvitation(ctx, user, params.id, body.token),
  );
  router.on(driverContract.declineDriverInvitation, ({ user, params, body }) =>
    invitations.declineInvitation(ctx, user, params.id, body.token),
  );
}

export const bookingsJobs = (ctx: Ctx): JobHandler[] => [
  // Runs every hour of the day, so that the next run makes up for a missed one.
  { name: "remind-of-trips", cron: `0 ${REMINDER_HOUR}-20 * * *`, run: () => remindOfTrips(ctx) },
  { name: "remind-of-returns", cron: "*/10 * * * *", run: () => remindOfReturns(ctx) },
  { name: "alert-of-today", cron: `0 ${MORNING_HOUR}-11 * * *`, run: () => alertOfToday(ctx) },
  { name: "remind-of-disputes", cron: "30 * * * *", run: () => remindOfDisputes(ctx) },
  { name: "sweep-bookings", cron: "* * * * *", run: () => sweep(ctx) },
  ...stormsJobs(ctx),
];
