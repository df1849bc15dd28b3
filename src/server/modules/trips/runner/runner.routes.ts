// Runner links over HTTP. A runner has no account, so the token is sent in a header, which is never
// logged.
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as contract from "../../../../contract/bookings/runner-links.ts";
import type { Ctx } from "../../../platform/context.ts";
import { openRouter, type Router } from "../../../platform/http/http.ts";
import { received, type Expected } from "../../../platform/http/receive-file.ts";
import { replyWithDocument } from "../../../platform/storage/document-store.ts";
import { admitPhoto, recordPhoto } from "../trip-photos.service.ts";
import { recordEntry } from "../trips.service.ts";
import * as links from "./runner-links.service.ts";
import * as runners from "./runner.service.ts";

export function runnerRoutes(router: Router, ctx: Ctx): void {
  const open = (request: FastifyRequest) =>
    runners.openRunner(ctx, request.headers["x-runner-token"]);
  router.on(contract.listRunnerLinks, ({ user, params }) =>
    links.listRunnerLinks(ctx, user, params.id),
  );
  router.on(contract.makeRunnerLink, ({ user, params, body }) =>
    links.makeRunnerLink(ctx, user, params.id, body),
  );
  router.on(contract.revokeRunnerLink, ({ user, params }) =>
    links.revokeRunnerLink(ctx, user, params.id, params.link_id),
  );
  router.on(contract.openRunnerLink, ({ body, request }) =>
    runners.openLink(ctx, body.secret, request.ip),
  );
  router.on(contract.getRunnerHandover, async ({ request }) =>
    runners.readHandover(ctx, await open(request)),
  );
  router.on(contract.addRunnerEntry, async ({ request, body }) => {
    const opened = await open(request);
    const { runner } = opened;
    const { id, at, device_at: deviceAt, ...content } = body;
    const entry = { id, at, deviceAt, handover: runner.handover, content };
    await recordEntry(ctx, runner, runner.bookingId, entry);
    return runners.readHandover(ctx, opened);
  });
  router.on(contract.getRunnerPhoto, async ({ request, params, reply }) =>
    replyWithDocument(reply, {
      type: "image/jpeg",
      body: await runners.openRunnerPhoto(ctx, await open(request), params.photo_id),
      id: params.photo_id,
      kind: "trip",
    }),
  );
  router.on(contract.getRunnerSecret, async ({ request, body }) =>
    runners.shareRunnerSecret(ctx, await open(request), body.renew),
  );
}

/** The upload of a runner's photo, on a scope that leaves bodies alone. */
export function runnerUploads(
  scope: FastifyInstance,
  ctx: Ctx,
  { folder, expected }: { folder: string; expected: Expected },
): void {
  openRouter(scope, ctx, async () => undefined).on(
    contract.putRunnerPhoto,
    async ({ params, query, request }) => {
      const opened = await runners.openRunner(ctx, request.headers["x-runner-token"]);
      const { runner } = opened;
      const { bookingId, handover, linkId } = runner;
      const { device_at: deviceAt, ...rest } = query;
      const photo = { bookingId, handover, id: params.photo_id, deviceAt, ...rest };
      await admitPhoto(ctx, runner, photo);
      await received(request, linkId, folder, expected, (path) =>
        recordPhoto(ctx, runner, photo, path),
      );
      return runners.readHandover(ctx, opened);
    },
  );
}
