// The changes to bookings over HTTP.
import * as contract from "../../../../contract/bookings/booking-changes.ts";
import * as stormContract from "../../../../contract/bookings/storm-moves.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { Router } from "../../../platform/http/http.ts";
import * as changes from "./changes.service.ts";
import { moveInStorm, readStormMove } from "./storm-move.service.ts";

export function changesRoutes(router: Router, ctx: Ctx): void {
  router.on(contract.getBookingChanges, ({ user, params }) =>
    changes.readChanges(ctx, user, params.id),
  );
  router.on(contract.quoteBookingChange, ({ user, params, body }) =>
    changes.quoteChange(ctx, user, params.id, body),
  );
  router.on(contract.requestBookingChange, ({ user, params, body }) =>
    changes.requestChange(ctx, user, params.id, body),
  );
  router.on(contract.acceptBookingChange, ({ user, params, body }) =>
    changes.acceptChange(ctx, user, params, body.agreed_refund_cents),
  );
  router.on(contract.declineBookingChange, ({ user, params }) =>
    changes.declineChange(ctx, user, params),
  );
  router.on(contract.withdrawBookingChange, ({ user, params }) =>
    changes.withdrawChange(ctx, user, params),
  );
  router.on(stormContract.getStormMove, ({ user, params }) => readStormMove(ctx, user, params.id));
  router.on(stormContract.moveInStorm, ({ user, params, body }) =>
    moveInStorm(ctx, user, params.id, body),
  );
  router.on(contract.payBookingChange, ({ user, params }) => changes.payChange(ctx, user, params));
}
