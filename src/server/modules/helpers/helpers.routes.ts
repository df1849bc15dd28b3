// Helpers over HTTP.
import * as contract from "../../../contract/host/helpers.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http/http.ts";
import * as helpers from "./helpers.service.ts";
import * as helping from "./helping.service.ts";
import type { RevokeHandoverAccess } from "./rights.service.ts";

export function helpersRoutes(
  router: Router,
  ctx: Ctx,
  revokeHandoverAccess: RevokeHandoverAccess,
): void {
  router.on(contract.listHelpers, ({ user }) => helpers.listHelpers(ctx, user));
  router.on(contract.inviteHelper, ({ user, body }) => helpers.inviteHelper(ctx, user, body));
  router.on(contract.changeHelper, ({ user, params, body }) =>
    helpers.changeRights(ctx, user, { id: params.id, cars: body.cars }, revokeHandoverAccess),
  );
  router.on(contract.resendHelperInvitation, ({ user, params }) =>
    helpers.resendInvitation(ctx, user, params.id),
  );
  router.on(contract.removeHelper, ({ user, params }) =>
    helpers.removeHelper(ctx, user, params.id, revokeHandoverAccess),
  );
  router.on(contract.listHelping, ({ user }) => helping.listHelping(ctx, user));
  router.on(contract.getHelperInvitation, ({ user, params, query }) =>
    helping.readInvitation(ctx, user, params.id, query.token),
  );
  router.on(contract.acceptHelperInvitation, ({ user, params, body }) =>
    helping.acceptInvitation(ctx, user, params.id, body.token),
  );
  router.on(contract.declineHelperInvitation, ({ user, params, body }) =>
    helping.declineInvitation(
      ctx,
      user,
      { id: params.id, token: body.token },
      revokeHandoverAccess,
    ),
  );
}
