// Places over HTTP, and the key for Google's maps.
import {
  getGoogleMapsKey,
  listMeetingPlaces,
  namePoint,
  searchPlaces,
  suggestPlaces,
} from "../../../contract/listings/places.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http/http.ts";
import { addressKey, countAttempt } from "../../platform/http/rate-limit.ts";
import * as places from "./places.service.ts";

/** Google charges per request; typing one place takes about ten. */
const GOOGLE_QUESTIONS = { attempts: 200, seconds: 600 };

export function placesRoutes(router: Router, ctx: Ctx): void {
  const countQuestion = async (who: string): Promise<void> => {
    if (ctx.config.googleMapsApiKey) await countAttempt(ctx, `places:${who}`, GOOGLE_QUESTIONS);
  };
  router.on(searchPlaces, async ({ query, request }) => {
    await countQuestion(addressKey(request.ip));
    return places.searchPlaces(ctx, query.q);
  });
  router.on(suggestPlaces, () => places.suggestPlaces(ctx));
  router.on(listMeetingPlaces, () => places.listMeetingPlaces(ctx));
  router.on(namePoint, async ({ query, user }) => {
    await countQuestion(user.id);
    return places.namePoint(ctx, query);
  });
  router.on(getGoogleMapsKey, () => ({ apiKey: ctx.config.googleMapsApiKey ?? null }));
}
