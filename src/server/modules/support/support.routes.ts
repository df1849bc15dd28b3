// Writing to support over HTTP, and what admins do with the messages.
import * as contract from "../../../contract/support.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http.ts";
import { listMessages, readMessage, setAnswered, writeToSupport } from "./support.service.ts";

export function supportRoutes(router: Router, ctx: Ctx): void {
  router.on(contract.sendSupportMessage, ({ user, request, body }) => writeToSupport(ctx, user, request.ip, body));
  router.on(contract.listSupportMessages, ({ query }) => listMessages(ctx, query));
  router.on(contract.getSupportMessage, ({ params }) => readMessage(ctx, params.id));
  router.on(contract.answerSupportMessage, ({ user, params, body }) =>
    setAnswered(ctx, user, params.id, body.answered),
  );
}
