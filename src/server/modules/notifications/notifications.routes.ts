// Notifications over HTTP: the bell's list, the email choices, and the unsubscribe link.
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as contract from "../../../contract/people/notifications.ts";
import type { Ctx } from "../../platform/context.ts";
import { readInput, type Router } from "../../platform/http/http.ts";
import {
  changeChoices,
  readChoices,
  readUnsubscribe,
  setUnsubscribe,
} from "./mail-choices.service.ts";
import { listNotifications, readNotifications } from "./notifications.service.ts";

/** Enough for a form with one field. */
const FORM_BYTES = 4096;

export function notificationsRoutes(router: Router, app: FastifyInstance, ctx: Ctx): void {
  router.on(contract.listNotifications, ({ user, query }) =>
    listNotifications(ctx, user, query.cursor),
  );
  router.on(contract.readNotifications, ({ user, body }) => readNotifications(ctx, user, body));
  router.on(contract.getNotificationChoices, ({ user }) => readChoices(ctx, user));
  router.on(contract.putNotificationChoices, ({ user, body }) =>
    changeChoices(ctx, user, body.mailed),
  );
  router.on(contract.getUnsubscribe, ({ query }) => readUnsubscribe(ctx, query.token));

  // Mail programs and plain forms post here, so only this endpoint parses forms.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post(contract.unsubscribe.path, async (request, reply) => {
      const { token } = readInput(contract.unsubscribe.query, request.query, "query");
      const form = readInput(contract.unsubscribe.body, await readForm(request), "body");
      const isPage = "mails" in form;
      await setUnsubscribe(ctx, token, isPage && form.mails === "on");
      reply.header("cache-control", "no-store");
      // A mail program must not be redirected (RFC 8058, 3.1).
      if (isPage) return reply.redirect(`${contract.unsubscribe.path}?token=${token}`, 303);
      return reply.type("text/plain; charset=utf-8").send("You won't get these emails any more.\n");
    });
  });
}

/** The fields of a form; none if the body is anything else. */
async function readForm({ body, headers }: FastifyRequest): Promise<Record<string, unknown>> {
  const type = headers["content-type"] ?? "";
  const sent = new Response(Buffer.isBuffer(body) ? new Uint8Array(body) : "", {
    headers: { "content-type": type },
  });
  return Object.fromEntries(await sent.formData().catch(() => []));
}
