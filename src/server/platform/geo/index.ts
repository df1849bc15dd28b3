// Chooses the place finder of this instance: Google's services with GOOGLE_MAPS_API_KEY, else the
// bundled gazetteer, which also answers when Google fails. A missing or failing key is logged and
// never shown (docs/product.md).
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Clock } from "../clock.ts";
import type { PlaceFinder, Places } from "./finder.ts";
import { openGazetteer } from "./gazetteer.ts";
import { isPassing, openGoogle } from "./google.ts";
import { openIslands } from "./islands.ts";

interface PlacesEdges {
  config: Pick<Config, "googleMapsApiKey" | "googleMapsUrl">;
  clock: Clock;
  log: Logger;
}

/** How long Google is not called after a failure that outlasted its retries. */
const REST_MS = 30_000;

export function openPlaces({ config, clock, log }: PlacesEdges): Places {
  const gazetteer = openGazetteer();
  const findIsland = openIslands();
  if (!config.googleMapsApiKey) {
    log.info("GOOGLE_MAPS_API_KEY is not set: places come from the bundled gazetteer");
    return { ...gazetteer, findIsland };
  }
  const google = openGoogle({ apiKey: config.googleMapsApiKey, url: config.googleMapsUrl });
  let restsUntil = 0;
  const ask = async <T>(question: (finder: PlaceFinder) => Promise<T>): Promise<T> => {
    if (clock.now().getTime() < restsUntil) return question(gazetteer);
    try {
      return await question(google);
    } catch (error) {
      log.warn({ err: error }, "Google's places failed: the bundled gazetteer answers");
      if (isPassing(error)) restsUntil = clock.now().getTime() + REST_MS;
      return question(gazetteer);
    }
  };
  return {
    search: (query) => ask((finder) => finder.search(query)),
    reverse: (point) => ask((finder) => finder.reverse(point)),
    findIsland,
    findNamed: gazetteer.findNamed,
    ofKinds: gazetteer.ofKinds,
    suggested: gazetteer.suggested,
  };
}
