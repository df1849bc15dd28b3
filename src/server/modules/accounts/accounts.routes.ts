// What the application mounts of accounts: the profile here, signing in from auth.routes.ts.
import { becomeHost, getProfile, updateProfile } from "../../../contract/accounts.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http.ts";
import { addHostRole, changeProfile, readProfile } from "./accounts.service.ts";

export { accountsJobs } from "./accounts.jobs.ts";
export { authenticate, readmit } from "./accounts.service.ts";
export { authRoutes } from "./auth.routes.ts";

export function accountsRoutes(router: Router, ctx: Ctx): void {
  router.on(getProfile, ({ user }) => readProfile(ctx, user));
  router.on(updateProfile, ({ user, body }) => changeProfile(ctx, user, body));
  router.on(becomeHost, ({ user }) => addHostRole(ctx, user));
}
