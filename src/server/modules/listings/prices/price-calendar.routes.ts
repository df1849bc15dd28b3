// HTTP routes for the price calendar.
import * as contract from "../../../../contract/host/price-calendar.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { Router } from "../../../platform/http/http.ts";
import { changePrices, readPriceCalendar } from "./price-calendar.service.ts";

export function priceCalendarRoutes(router: Router, ctx: Ctx): void {
  router.on(contract.getPriceCalendar, ({ user, query }) => readPriceCalendar(ctx, user, query));
  router.on(contract.setPriceCalendar, ({ user, body }) => changePrices(ctx, user, body));
}
