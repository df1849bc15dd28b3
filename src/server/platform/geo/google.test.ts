// Tests Google's services as the place finder against a local HTTP server: requests, results, and
// that every failure is logged and answered from the gazetteer.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makePerson } from "../../../../test/factories.ts";
import { startTestApp, TEST_NOW, type TestApp } from "../../../../test/harness.ts";
import { fixedClock } from "../clock.ts";
import { GAZETTEER_ATTRIBUTION } from "../../../domain/place/attribution.ts";
import { GOOGLE_ATTRIBUTION, openGoogle } from "./google.ts";
import { openPlaces } from "./index.ts";

const KEY = "AIza-a-key-of_the_tests";

interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage["headers"];
  body: unknown;
}

interface Answer {
  status?: number;
  /** Sent as JSON, or unchanged when it is text. */
  body: unknown;
  /** No response is ever sent. */
  silent?: boolean;
}

let server: Server;
let url: string;
let asked: Asked[];
/** The server's responses per path, in turn; the last one repeats. */
let answers: Record<string, Answer[]>;

const AUTOCOMPLETE = "/v1/places:autocomplete";
const GEOCODE = "/maps/api/geocode/json";
const OVER_QUERY_LIMIT = {
  body: { status: "OVER_QUERY_LIMIT", results: [], error_message: "Too many." },
};
const EXHAUSTED = {
  status: 429,
  body: { error: { code: 429, message: "Quota exceeded", status: "RESOURCE_EXHAUSTED" } },
};
const DENIED = {
  status: 403,
  body: { error: { code: 403, message: "Blocked", status: "PERMISSION_DENIED" } },
};

const prediction = (placeId: string, name: string) => ({
  placePrediction: { placeId, structuredFormat: { mainText: { text: name } } },
});
const details = (
  formattedAddress: string,
  latitude: number,
  longitude: number,
  types: string[],
) => ({
  body: { formattedAddress, location: { latitude, longitude }, types },
});

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "", url);
  const body = await text(request);
  asked.push({
    method: request.method ?? "",
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: request.headers,
    body: body && JSON.parse(body),
  });
  const queue = answers[pathname] ?? [{ status: 404, body: "no such place" }];
  const next = queue.length > 1 ? queue.shift() : queue[0];
  if (!next || next.silent) return;
  response.writeHead(next.status ?? 200, { "content-type": "application/json" });
  response.end(typeof next.body === "string" ? next.body : JSON.stringify(next.body));
}

beforeAll(async () => {
  server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
  answers = {};
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise<void>((done) => void server.close(() => done()));
});

const google = () => openGoogle({ apiKey: KEY, url, tryMs: 2000, pausesMs: [10, 20] });

/** The finder of an instance with a key, its log lines and its clock. */
function instance(): {
  finder: ReturnType<typeof openPlaces>;
  logged: string[];
  clock: ReturnType<typeof fixedClock>;
} {
  const logged: string[] = [];
  const clock = fixedClock(TEST_NOW);
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  return {
    finder: openPlaces({ config: { googleMapsApiKey: KEY, googleMapsUrl: url }, clock, log }),
    logged,
    clock,
  };
}

test("requests predictions in the Bahamas, then the address and position of each", async () => {
  answers[AUTOCOMPLETE] = [
    { body: { suggestions: [prediction("p1", "Atlantis"), prediction("p/2", "Bay Street")] } },
  ];
  answers["/v1/places/p1"] = [
    details("1 Casino Dr, Nassau, The Bahamas", 25.0862, -77.3235, ["resort_hotel", "lodging"]),
  ];
  answers["/v1/places/p%2F2"] = [
    details("Bay St, Nassau, The Bahamas", 25.0775, -77.34, ["route"]),
  ];
  expect(await google().search("atl")).toEqual({
    attribution: GOOGLE_ATTRIBUTION,
    places: [
      {
        id: "p1",
        name: "Atlantis",
        kind: "resort",
        island: null,
        label: "1 Casino Dr, Nassau, The Bahamas",
        latitude: 25.0862,
        longitude: -77.3235,
      },
      {
        id: "p/2",
        name: "Bay Street",
        kind: "address",
        island: null,
        label: "Bay St, Nassau, The Bahamas",
        latitude: 25.0775,
        longitude: -77.34,
      },
    ],
  });
  const [first, ...others] = asked;
  expect(first).toMatchObject({
    method: "POST",
    path: AUTOCOMPLETE,
    headers: {
      "x-goog-api-key": KEY,
      "x-goog-fieldmask":
        "suggestions.placePrediction.placeId,suggestions.placePrediction.structuredFormat.mainText.text",
    },
    body: {
      input: "atl",
      languageCode: "en",
      includedRegionCodes: ["bs"],
      locationRestriction: {
        rectangle: {
          low: { latitude: 20, longitude: -80 },
          high: { latitude: 27, longitude: -72 },
        },
      },
    },
  });
  expect(others.map(({ path }) => path).toSorted()).toEqual(["/v1/places/p%2F2", "/v1/places/p1"]);
  for (const each of others)
    expect(each).toMatchObject({
      method: "GET",
      query: { languageCode: "en" },
      headers: { "x-goog-api-key": KEY, "x-goog-fieldmask": "formattedAddress,location,types" },
    });
});

test("names a point by the first address that is more than a plus code", async () => {
  const results = [
    { formatted_address: "3HGP+QQ Nassau, The Bahamas", types: ["plus_code"] },
    { formatted_address: "W Bay St, Nassau, The Bahamas", types: ["route"] },
    { formatted_address: "The Bahamas", types: ["country"] },
  ];
  answers[GEOCODE] = [{ body: { status: "OK", results } }];
  expect(await google().reverse({ latitude: 25.0745, longitude: -77.405 })).toBe(
    "W Bay St, Nassau, The Bahamas",
  );
  expect(asked).toMatchObject([
    { method: "GET", query: { latlng: "25.0745,-77.405", language: "en", key: KEY } },
  ]);
});

test("returns nothing for places that Google does not know, without querying the gazetteer", async () => {
  answers[AUTOCOMPLETE] = [{ body: {} }];
  answers[GEOCODE] = [{ body: { status: "ZERO_RESULTS", results: [] } }];
  const { finder, logged } = instance();
  expect(await finder.search("nassau")).toEqual({ places: [], attribution: GOOGLE_ATTRIBUTION });
  expect(await finder.reverse({ latitude: 25.0745, longitude: -77.405 })).toBeUndefined();
  expect(logged).toEqual([]);
});

test("tries three times after temporary failures, and the third may succeed", async () => {
  answers[AUTOCOMPLETE] = [
    EXHAUSTED,
    { status: 503, body: "" },
    { body: { suggestions: [prediction("p1", "Nassau")] } },
  ];
  answers["/v1/places/p1"] = [
    { status: 500, body: "" },
    details("Nassau, The Bahamas", 25.0443, -77.3504, ["locality"]),
  ];
  answers[GEOCODE] = [
    OVER_QUERY_LIMIT,
    { body: { status: "UNKNOWN_ERROR" } },
    { body: { status: "OK", results: [{ formatted_address: "Nassau, The Bahamas" }] } },
  ];
  expect((await google().search("nassau")).places).toMatchObject([
    { name: "Nassau", kind: "settlement" },
  ]);
  expect(await google().reverse({ latitude: 25.06, longitude: -77.34 })).toBe(
    "Nassau, The Bahamas",
  );
  expect(asked).toHaveLength(3 + 2 + 3);
});

test("times out each of three attempts that hang", async () => {
  answers[AUTOCOMPLETE] = [{ silent: true, body: "" }];
  const hasty = openGoogle({ apiKey: KEY, url, tryMs: 100, pausesMs: [10, 20] });
  await expect(hasty.search("nassau")).rejects.toMatchObject({
    name: "GoogleFailure",
    passing: true,
  });
  expect(asked).toHaveLength(3);
});

test.each<[string, Answer]>([
  ["a key that is refused", DENIED],
  ["HTML", { body: "<html>Sign in to the Wi-Fi</html>" }],
  ["JSON of another shape", { body: { suggestions: [{ placePrediction: { placeId: 7 } }] } }],
  ["a number", { body: 42 }],
  ["a redirect", { status: 302, body: "" }],
])(
  "does not retry after %s, logs it without the key and queries the gazetteer",
  async (_what, given) => {
    answers[AUTOCOMPLETE] = [given];
    answers[GEOCODE] = [given];
    const { finder, logged } = instance();
    const { places, attribution } = await finder.search("cable beach");
    expect([places[0]?.label, attribution]).toEqual([
      "Cable Beach, New Providence",
      GAZETTEER_ATTRIBUTION,
    ]);
    expect(await finder.reverse({ latitude: 25.0745, longitude: -77.405 })).toBe(
      "Cable Beach, New Providence",
    );
    expect(asked).toHaveLength(2);
    expect(logged).toHaveLength(2);
    expect(logged.join()).toContain("GoogleFailure");
    expect(logged.join()).not.toContain(KEY);
  },
);

test("fails the search when one place has no details", async () => {
  answers[AUTOCOMPLETE] = [
    { body: { suggestions: [prediction("p1", "Nassau"), prediction("gone", "Gone")] } },
  ];
  answers["/v1/places/p1"] = [details("Nassau, The Bahamas", 25.0443, -77.3504, ["locality"])];
  const { finder } = instance();
  expect((await finder.search("nassau")).attribution).toBe(GAZETTEER_ATTRIBUTION);
});

test("does not call Google for half a minute after three failed attempts", async () => {
  answers[GEOCODE] = [OVER_QUERY_LIMIT];
  answers[AUTOCOMPLETE] = [{ body: {} }];
  const { finder, logged, clock } = instance();
  expect(await finder.reverse({ latitude: 25.0745, longitude: -77.405 })).toBe(
    "Cable Beach, New Providence",
  );
  expect(asked).toHaveLength(3);
  clock.advance(29_999);
  expect((await finder.search("nassau")).attribution).toBe(GAZETTEER_ATTRIBUTION);
  expect(asked).toHaveLength(3);
  clock.advance(1);
  expect((await finder.search("nassau")).attribution).toBe(GOOGLE_ATTRIBUTION);
  expect(asked).toHaveLength(4);
  expect(logged).toHaveLength(1);
});

test("serves the browser's key and Google's results over HTTP, with a rate limit on each", async () => {
  answers[AUTOCOMPLETE] = [{ body: { suggestions: [prediction("p1", "Nassau")] } }];
  answers["/v1/places/p1"] = [
    details("Nassau, The Bahamas", 25.0443, -77.3504, ["locality", "political"]),
  ];
  answers[GEOCODE] = [{ body: { status: "ZERO_RESULTS", results: [] } }];
  const app: TestApp = await startTestApp({
    config: { googleMapsApiKey: KEY, googleMapsUrl: url },
  });
  try {
    const { token: as } = await makePerson(app);
    expect((await app.call("POST", "/functions/v1/google-maps-api", { as })).body).toEqual({
      apiKey: KEY,
    });
    expect((await app.call("GET", "/api/places?q=nassau")).body).toMatchObject({
      places: [{ label: "Nassau, The Bahamas" }],
      attribution: GOOGLE_ATTRIBUTION,
    });
    const point = await app.call("GET", "/api/places/reverse?latitude=25.5&longitude=-77.25", {
      as,
    });
    expect(point.body).toEqual({
      address: "25.500000, -77.250000",
      latitude: 25.5,
      longitude: -77.25,
    });
    // No finder is queried outside the bounds.
    const before = asked.length;
    await app.call("GET", "/api/places/reverse?latitude=25.76&longitude=-80.19", { as });
    expect(asked).toHaveLength(before);

    await app.ctx.db
      .updateTable("rate_limits")
      .set({ hits: 200 })
      .where("key", "like", "places:%")
      .execute();
    for (const path of [
      "/api/places?q=nassau",
      "/api/places/reverse?latitude=25.5&longitude=-77.25",
    ])
      expect(await app.call("GET", path, { as })).toMatchObject({
        status: 429,
        body: { code: "rate_limited" },
      });
    expect(asked).toHaveLength(before);
  } finally {
    await app.close();
  }
});
