// Support requests over HTTP, and what admins do with the cases.
import * as contract from "../../../contract/people/support.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http/http.ts";
import {
  answerCase,
  changeCase,
  countOpenCases,
  listCases,
  readCase,
  writeToSupport,
} from "./support.service.ts";

export function supportRoutes(router: Router, ctx: Ctx): void {
  router.on(contract.sendSupportMessage, ({ user, request, body }) =>
    writeToSupport(ctx, user, request.ip, body),
  );
  router.on(contract.listSupportCases, ({ user, query }) => listCases(ctx, user, query));
  router.on(contract.countSupportCases, ({ user }) => countOpenCases(ctx, user));
  router.on(contract.getSupportCase, ({ params }) => readCase(ctx, params.id));
  router.on(contract.changeSupportCase, ({ user, params, body }) =>
    changeCase(ctx, user, params.id, body),
  );
  router.on(contract.answerSupportCase, ({ user, params, body }) =>
    answerCase(ctx, user, params.id, body),
  );
}
