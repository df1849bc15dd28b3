// GET /api/places over a fixed mix of queries, with every prefix of each, as requested while
// typing.
import { Agent, get } from "node:http";
import { percentile } from "../load-clients.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";

/** Names, codes and descriptions: correct, misspelt, or matching no place. */
const TYPED = [
  "Nassau",
  "cable beach",
  "governors harbour",
  "lynden pindling international airport",
  "NAS",
  "airport long island",
  "saint george's cay",
  "Nasua",
  "cabel beech nassau",
  "govenors harber eleutera",
  "lookuot cay at lighthuose piont",
  "kingston jamaica harbour airport hotel",
];
const LIMIT_MS = 5;

/** From the second character on, where place search starts. */
const QUERIES = TYPED.flatMap((text) =>
  Array.from(text.slice(1), (_, at) => text.slice(0, at + 2)),
);

/** Warm-up rounds, which are not counted. */
const WARM_UP = 3;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until the last byte of one search. */
function timed(url: string): Promise<number> {
  return new Promise((done, failed) => {
    const begun = performance.now();
    const request = get(url, { agent }, (response) => {
      response.resume().on("end", () => {
        if (response.statusCode === 200) done(performance.now() - begun);
        else failed(new Error(`${url} returned ${response.statusCode}`));
      });
    });
    request.once("error", failed);
  });
}

export async function measurePlaces(stage: Stage): Promise<ResultRow[]> {
  const program = await stage.program(await stage.database("places"));
  try {
    const times: number[] = [];
    const rounds = stage.quick ? 3 : 30;
    for (let round = 0; round < WARM_UP + rounds; round++)
      for (const query of QUERIES) {
        const ms = await timed(`${program.url}/api/places?${new URLSearchParams({ q: query })}`);
        if (round >= WARM_UP) times.push(ms);
      }
    return [
      row("p99 of a place search", ["<=", LIMIT_MS], percentile(times, 0.99), {
        unit: " ms",
        detail: `over HTTP, ${QUERIES.length} beginnings of ${TYPED.length} searches; median ${percentile(times, 0.5).toFixed(2)} ms`,
      }),
    ];
  } finally {
    agent.destroy();
    await program.end("SIGTERM");
  }
}
