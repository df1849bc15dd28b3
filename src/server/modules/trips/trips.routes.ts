// Trips over HTTP, and their jobs. The body of a photo's upload is the file itself.
import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/bookings/trips.ts";
import type { Input } from "../../../contract/endpoint.ts";
import type { Trip } from "../../../contract/bookings/trips.ts";
import * as delays from "../../../contract/bookings/flight-delays.ts";
import * as agreements from "../../../contract/bookings/agreements.ts";
import { DomainError } from "../../../domain/errors.ts";
import { MAX_PHOTO_BYTES, MAX_PHOTO_MEGABYTES } from "../../../domain/listing/photo.ts";
import { RUNNER_LINK_DAYS } from "../../../domain/helper/runner-link.ts";
import { TRIP_ON_PHONE_DAYS } from "../../../domain/trip/on-phone.ts";
import type { Readable } from "node:stream";
import type { Ctx, User } from "../../platform/context.ts";
import { openRouter, type Router } from "../../platform/http/http.ts";
import { openIncoming, received, type Expected } from "../../platform/http/receive-file.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import { removeStaleFiles, replyWithDocument } from "../../platform/storage/document-store.ts";
import { authenticate } from "../accounts/accounts.service.ts";
import { readAgreement, readAgreementPdf, signAgreement } from "./agreement/agreement.service.ts";
import { reportFlightDelay } from "./flight-delays.service.ts";
import { forgetCards } from "./saved-cards.service.ts";
import { confirmReturn, enterCode } from "./handovers.service.ts";
import { shareSecret } from "./handover-secrets.service.ts";
import { deleteOldLinks } from "./runner/runner-links.repository.ts";
import { runnerRoutes, runnerUploads } from "./runner/runner.routes.ts";
import * as lockbox from "./lockbox.service.ts";
import { closeTrip, confirmUnansweredReturns, reportOverdueCars } from "./late-returns.service.ts";
import * as photos from "./trip-photos.service.ts";
import { readTripCheck, reportChangedTrips } from "./trips-check.service.ts";
import { deleteOldSecrets } from "./trips.repository.ts";
import * as trips from "./trips.service.ts";

const DAY_MS = 86_400_000;

const PHOTO_UPLOAD: Expected = {
  maxBytes: MAX_PHOTO_BYTES,
  tooLarge: () => new DomainError("photo_too_large", { limit_megabytes: MAX_PHOTO_MEGABYTES }),
  broken: () => new DomainError("photo_broken"),
  body: (request) => request.body as Readable | undefined,
};

export function tripsRoutes(router: Router, app: FastifyInstance, ctx: Ctx): void {
  router.on(contract.getTrip, ({ user, params }) => trips.readTrip(ctx, user, params.id));
  router.on(contract.addTripEntry, ({ user, params, body }) =>
    addEntry(ctx, user, params.id, body),
  );
  router.on(contract.openLockbox, ({ user, params, body }) =>
    lockbox.openLockbox(ctx, user, params.id, body),
  );
  router.on(contract.getTripPhoto, async ({ user, params, reply }) =>
    replyWithDocument(reply, {
      type: "image/jpeg",
      body: await photos.openPhoto(ctx, user, params.id, params.photo_id),
      id: params.photo_id,
      kind: "trip",
    }),
  );
  router.on(contract.getHandoverSecret, ({ user, params, body }) =>
    shareSecret(ctx, user, params.id, body),
  );
  router.on(contract.enterHandoverCode, ({ user, params, body: { device_at, ...entered } }) =>
    enterCode(ctx, user, params.id, { ...entered, deviceAt: device_at }),
  );
  router.on(contract.confirmReturn, ({ user, params, body }) =>
    confirmReturn(ctx, user, params.id, body),
  );

  router.on(delays.reportFlightDelay, ({ user, params, body }) =>
    reportFlightDelay(ctx, user, params.id, body),
  );
  router.on(agreements.getAgreement, ({ user, params }) => readAgreement(ctx, user, params.id));
  router.on(agreements.signAgreement, ({ user, params, body }) =>
    signAgreement(ctx, user, params.id, body),
  );
  router.on(agreements.getAgreementPdf, async ({ user, params, query, reply }) =>
    replyWithDocument(reply, {
      type: "application/pdf",
      body: await readAgreementPdf(ctx, user, params.id, query.text_sha256),
      id: params.id,
      kind: "rental-agreement",
    }),
  );
  router.on(contract.getTripCheck, ({ params }) => readTripCheck(ctx, params.id));
  router.on(contract.closeTrip, ({ user, params, body }) =>
    closeTrip(ctx, user, params.id, body.reason),
  );

  runnerRoutes(router, ctx);

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, body, done) => done(null, body));
    const folder = await openIncoming(ctx.config.dataDir, "incoming-trip-photos");
    openRouter(scope, ctx, (bearer) => authenticate(ctx, bearer)).on(
      contract.putTripPhoto,
      async ({ user, params, query, request }) => {
        const { device_at: deviceAt, ...rest } = query;
        const photo = { bookingId: params.id, id: params.photo_id, deviceAt, ...rest };
        await photos.admitPhoto(ctx, user, photo);
        return received(request, user.id, folder, PHOTO_UPLOAD, (file) =>
          photos.storePhoto(ctx, user, photo, file),
        );
      },
    );
    runnerUploads(scope, ctx, { folder, expected: PHOTO_UPLOAD });
  });
}

/** Confirmations and answers have their own rules. */
function addEntry(
  ctx: Ctx,
  user: User,
  bookingId: string,
  {
    id,
    handover,
    at,
    device_at: deviceAt,
    ...content
  }: Input<typeof contract.addTripEntry>["body"],
): Promise<Trip> {
  const made = { id, handover, at, deviceAt };
  switch (content.kind) {
    case "lockbox_confirmation":
      return lockbox.confirmByLockbox(ctx, user, bookingId, { ...made, ...content });
    case "lockbox_acceptance":
    case "lockbox_contest":
      return lockbox.answerLockbox(ctx, user, bookingId, { ...made, content });
    default:
      return trips.addEntry(ctx, user, bookingId, { ...made, content });
  }
}

export const tripsJobs = (ctx: Ctx): JobHandler[] => [
  { name: "check-trips", cron: "40 4 * * *", run: () => reportChangedTrips(ctx) },
  { name: "confirm-returns", cron: "20 * * * *", run: () => confirmUnansweredReturns(ctx) },
  { name: "trips-daily", cron: "50 4 * * *", run: () => careForTrips(ctx) },
];

/** Reports overdue cars, deletes what is due, and maintains the files of the remaining photos. */
export async function careForTrips(ctx: Ctx): Promise<void> {
  await reportOverdueCars(ctx);
  await photos.deleteOldPhotos(ctx);
  await forgetCards(ctx);
  // Codes may arrive for this long after the last day, which ends up to a day after the return.
  const before = ctx.clock.now().getTime() - (TRIP_ON_PHONE_DAYS + 2) * DAY_MS;
  await deleteOldSecrets(ctx.db, new Date(before).toISOString());
  const linksBefore = ctx.clock.now().getTime() - RUNNER_LINK_DAYS * DAY_MS;
  await deleteOldLinks(ctx.db, new Date(linksBefore).toISOString());
  await removeStaleFiles(ctx, {
    store: ctx.tripPhotos,
    table: "trip_photos",
    boundTo: photos.tripPhotoContext,
  });
}
