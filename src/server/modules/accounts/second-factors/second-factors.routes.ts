// Mounts the endpoints of second-factors.ts; those for signing in are in auth.routes.ts.
import * as contract from "../../../../contract/people/second-factors.ts";
import type { Router } from "../../../platform/http/http.ts";
import { addPasskey, removePasskey, renamePasskey, startPasskey } from "./passkeys.service.ts";
import { readSecondFactors, type FactorCtx } from "./second-factors.service.ts";
import { undoFactor } from "./undo-factor.service.ts";
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from "./totp.service.ts";

export function secondFactorRoutes(router: Router, ctx: FactorCtx): void {
  router.on(contract.getSecondFactors, ({ user }) => readSecondFactors(ctx, user));
  router.on(contract.startPasskey, ({ user }) => startPasskey(ctx, user));
  router.on(contract.addPasskey, ({ user, body }) => addPasskey(ctx, user, body));
  router.on(contract.renamePasskey, ({ user, params, body }) =>
    renamePasskey(ctx, user, params.id, body.name),
  );
  router.on(contract.removePasskey, ({ user, params }) => removePasskey(ctx, user, params.id));
  router.on(contract.startTotp, ({ user }) => startTotp(ctx, user));
  router.on(contract.confirmTotp, ({ user, body }) => confirmTotp(ctx, user, body.code));
  router.on(contract.removeTotp, ({ user }) => removeTotp(ctx, user));
  router.on(contract.undoFactor, ({ body, request }) => undoFactor(ctx, body.token, request.ip));
  router.on(contract.renewRecoveryCodes, ({ user }) => renewRecoveryCodes(ctx, user));
}
