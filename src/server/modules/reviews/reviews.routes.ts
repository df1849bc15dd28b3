// Reviews over HTTP, and the jobs that publish and request them.
import { getOwnReviewSummary, listOwnReviews } from "../../../contract/host/host-reviews.ts";
import * as contract from "../../../contract/people/reviews.ts";
import { ASKING_HOUR } from "../../../domain/review/review.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http/http.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import { readPublic } from "../../platform/database/read-public.ts";
import { listReviewsOfHost, readReviewSummary } from "./host-reviews.service.ts";
import { listHostReviews, readCarReliability, readHost } from "./hosts.service.ts";
import { requestReviews, publishUnsealed } from "./publishing.service.ts";
import { decideReview, listReports, reportReview } from "./reports.service.ts";
import {
  answerReview,
  listCarReviews,
  listRenterReviews,
  readBookingReviews,
  writeReview,
} from "./reviews.service.ts";

export function reviewsRoutes(router: Router, ctx: Ctx): void {
  router.on(contract.getBookingReviews, ({ user, params }) =>
    readBookingReviews(ctx, user, params.id),
  );
  router.on(contract.writeReview, ({ user, params, body }) =>
    writeReview(ctx, user, params.id, body),
  );
  router.on(contract.answerReview, ({ user, params, body }) =>
    answerReview(ctx, user, params.id, body.body),
  );
  router.on(contract.reportReview, ({ user, params, body }) =>
    reportReview(ctx, user, params.id, body.reason),
  );
  router.on(contract.listCarReviews, ({ user, params, query }) =>
    readPublic(ctx, user, (on) => listCarReviews(on, params.id, query.cursor)),
  );
  router.on(contract.listRenterReviews, ({ user, params, query }) =>
    listRenterReviews(ctx, user, params.id, query.cursor),
  );
  router.on(contract.getHost, ({ user, params }) =>
    readPublic(ctx, user, (on) => readHost(on, params.id)),
  );
  router.on(contract.getCarReliability, ({ user, params }) =>
    readPublic(ctx, user, (on) => readCarReliability(on, params.id)),
  );
  router.on(contract.listHostReviews, ({ user, params, query }) =>
    readPublic(ctx, user, (on) => listHostReviews(on, params.id, query.cursor)),
  );
  router.on(listOwnReviews, ({ user, query }) => listReviewsOfHost(ctx, user, query));
  router.on(getOwnReviewSummary, ({ user, query }) => readReviewSummary(ctx, user, query.car_id));
  router.on(contract.listReviewReports, ({ query }) => listReports(ctx, query));
  router.on(contract.decideReview, ({ user, params, body }) =>
    decideReview(ctx, user, params.id, body),
  );
}

export const reviewsJobs = (ctx: Ctx): JobHandler[] => [
  { name: "publish-reviews", cron: "* * * * *", run: () => publishUnsealed(ctx) },
  // Hourly during the day, to make up for a missed run.
  { name: "ask-for-reviews", cron: `5 ${ASKING_HOUR}-20 * * *`, run: () => requestReviews(ctx) },
];
