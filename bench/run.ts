// `npm run bench`: measures the product against bare parts of itself on this machine, and prints
// each figure beside its target. Only with `--strict` does a missed target exit with 1. `npm run
// bench -- search` runs one part; `--quick` uses less data, to check that the bench itself works.
import { cpus, totalmem } from "node:os";
import { measureLighthouse } from "./lighthouse/measure.ts";
import { measureAdmin } from "./parts/admin.ts";
import { measureBrowse } from "./parts/browse.ts";
import { measureCalendar } from "./parts/calendar.ts";
import { measureCdn } from "./parts/cdn.ts";
import { measureCheckout } from "./parts/checkout.ts";
import { measureCountries } from "./parts/countries.ts";
import { measureDistance } from "./parts/distance.ts";
import { measureGrowth } from "./parts/growth.ts";
import { measureLoad } from "./parts/load.ts";
import { measureMap } from "./parts/map.ts";
import { measurePlaces } from "./parts/places.ts";
import { measurePhotos } from "./parts/photos.ts";
import { measurePayouts } from "./parts/payouts.ts";
import { measureProbing } from "./parts/probing.ts";
import { measureRendering } from "./parts/rendering.ts";
import { measureReplica } from "./parts/replica.ts";
import { measureSearch } from "./parts/search.ts";
import { measureSockets } from "./parts/sockets.ts";
import { measureStart } from "./parts/start.ts";
import { measureStorm } from "./parts/storm.ts";
import { measureTap } from "./parts/tap.ts";
import { measureTrip } from "./parts/trip.ts";
import { measureVisit } from "./parts/visit.ts";
import { table, type ResultRow } from "./rows.ts";
import { openStage, type Stage } from "./stage.ts";

const PARTS: Record<string, (stage: Stage) => Promise<ResultRow[]>> = {
  start: measureStart,
  browse: measureBrowse,
  rendering: measureRendering,
  visit: measureVisit,
  cdn: measureCdn,
  map: measureMap,
  photos: measurePhotos,
  search: async (stage) => [...(await measureSearch(stage)), await measureDistance(stage)],
  places: measurePlaces,
  checkout: measureCheckout,
  calendar: measureCalendar,
  admin: measureAdmin,
  payouts: measurePayouts,
  sockets: measureSockets,
  probing: measureProbing,
  growth: measureGrowth,
  replica: measureReplica,
  countries: measureCountries,
};

/** Run only when named: they take many minutes, and Lighthouse installs its own packages. */
const NAMED: typeof PARTS = {
  lighthouse: measureLighthouse,
  load: measureLoad,
  storm: measureStorm,
  tap: measureTap,
  trip: measureTrip,
};

const quick = process.argv.includes("--quick");
const strict = process.argv.includes("--strict");
const requested = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const all = { ...PARTS, ...NAMED };
const unknown = requested.find((name) => !(name in all));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}". Parts: ${Object.keys(all).join(", ")}.`);
  process.exit(1);
}

const stage = await openStage(quick);
const onSignal = (signal: string): void => {
  console.error(`Ended by ${signal}.`);
  void stage.close().finally(() => process.exit(1));
};
process.once("SIGINT", onSignal).once("SIGTERM", onSignal);

const machine = cpus();
console.log(
  `${machine.length} x ${machine[0]?.model ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, PostgreSQL ${stage.postgresVersion}`,
);
if (quick) console.log("Quick: small data, short measurements. The figures mean nothing.");

const rows: ResultRow[] = [];
try {
  for (const [name, measure] of Object.entries(requested.length > 0 ? all : PARTS)) {
    if (requested.length > 0 && !requested.includes(name)) continue;
    const begun = performance.now();
    console.log(`\n${name}`);
    rows.push(...(await measure(stage)));
    stage.say(`${((performance.now() - begun) / 1000).toFixed(0)} s`);
  }
  console.log(`\n${table(rows).join("\n")}`);
  // Targets of zero, such as errors, apply to the quick run too.
  if (strict && rows.some(({ met, target }) => !met && (!quick || target === "<= 0")))
    process.exitCode = 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await stage.close();
}
