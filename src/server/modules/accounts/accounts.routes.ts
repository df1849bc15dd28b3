// What the application mounts from accounts: the profile here, signing in from auth.routes.ts.
import {
  becomeHost,
  findMailedLinkAccount,
  getProfile,
  updateProfile,
} from "../../../contract/people/accounts.ts";
import { endOtherSessions, endSession, listSessions } from "../../../contract/people/sessions.ts";
import { listApprovals as listApprovalsEndpoint } from "../../../contract/admin/admin-approvals.ts";
import type { FastifyInstance } from "fastify";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http/http.ts";
import { listApprovals } from "./approvals/approvals.service.ts";
import { signOut } from "./sessions/sessions.service.ts";
import { endOwnSession, readSessions } from "./sessions/own-sessions.service.ts";
import { findLinkAccount } from "./link-redemption.service.ts";
import { secondFactorRoutes } from "./second-factors/second-factors.routes.ts";
import { profilePhotoRoutes } from "./profile-photos/profile-photos.routes.ts";
import { addHostRole, changeProfile, readProfile } from "./accounts.service.ts";

export { accountsJobs } from "./accounts.jobs.ts";
export { authenticate, readmit } from "./accounts.service.ts";
export { authRoutes } from "./auth.routes.ts";

export function accountsRoutes(router: Router, app: FastifyInstance, ctx: Ctx): void {
  profilePhotoRoutes(router, app, ctx);
  secondFactorRoutes(router, ctx);
  router.on(getProfile, ({ user }) => readProfile(ctx, user));
  router.on(updateProfile, ({ user, body }) => changeProfile(ctx, user, body));
  router.on(listSessions, ({ user }) => readSessions(ctx, user));
  router.on(endOtherSessions, async ({ user }) => {
    await signOut(ctx, user, "others");
    return { ended: true as const };
  });
  router.on(endSession, ({ user, params }) => endOwnSession(ctx, user, params.id));
  router.on(findMailedLinkAccount, async ({ body, request }) => ({
    account: await findLinkAccount(ctx, body.token_hash, body.type, request.ip),
  }));
  router.on(listApprovalsEndpoint, async ({ user }) => ({
    approvals: await listApprovals(ctx, user),
  }));
  router.on(becomeHost, ({ user }) => addHostRole(ctx, user));
}
