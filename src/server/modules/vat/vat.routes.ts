// VAT over HTTP: the hosts' numbers, and VAT for admins.
import * as admin from "../../../contract/admin/admin-vat.ts";
import * as host from "../../../contract/host/vat-number.ts";
import { requireHost } from "../../../domain/policies/host-area.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http/http.ts";
import { exportMonth, readAdminVat, readVatMonths } from "./admin-vat.service.ts";
import * as numbers from "./vat-numbers.service.ts";

export function vatRoutes(router: Router, ctx: Ctx): void {
  router.on(host.getHostVatNumber, ({ user }) => {
    requireHost(user);
    return numbers.readHostNumber(ctx, user.id);
  });
  router.on(host.putHostVatNumber, ({ user, body }) => numbers.submitNumber(ctx, user, body));
  router.on(host.deleteHostVatNumber, ({ user }) => numbers.removeNumber(ctx, user));

  router.on(admin.getAdminVat, () => readAdminVat(ctx));
  router.on(admin.listVatMonths, () => readVatMonths(ctx));
  router.on(admin.putPlatformVat, async ({ user, body }) => {
    await numbers.changePlatformNumber(ctx, user, body.platform);
    return readAdminVat(ctx);
  });
  router.on(admin.checkVatNumber, async ({ user, params }) => {
    await numbers.decideNumber(ctx, user, params.id);
    return readAdminVat(ctx);
  });
  router.on(admin.rejectVatNumber, async ({ user, params, body }) => {
    await numbers.decideNumber(ctx, user, params.id, body.reason);
    return readAdminVat(ctx);
  });
  router.on(admin.exportVat, ({ user, query }) => exportMonth(ctx, user, query.month));
}
