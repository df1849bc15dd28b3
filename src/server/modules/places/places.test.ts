// Searching the bundled gazetteer and naming points, through the API.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePerson } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { placeSchema, PLACES_PER_SEARCH, type Place } from "../../../contract/listings/places.ts";
import { PROJECT_ROOT } from "../../config.ts";

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  token = (await makePerson(app)).token;
});
afterAll(() => app.close());

const search = (q: string) => app.call("GET", `/api/places?${new URLSearchParams({ q })}`);
const found = async (q: string): Promise<Place[]> => (await search(q)).body.places;
const labels = async (q: string): Promise<string[]> => (await found(q)).map(({ label }) => label);

describe("search", () => {
  test("returns everything a listing needs, with the attribution", async () => {
    const { status, body } = await search("cable beach");
    expect(status).toBe(200);
    expect(body.places[0]).toEqual({
      id: "cable-beach",
      name: "Cable Beach",
      kind: "neighbourhood",
      island: "New Providence",
      label: "Cable Beach, New Providence",
      latitude: 25.0745,
      longitude: -77.405,
    });
    expect(body.attribution).toContain("© OpenStreetMap contributors (ODbL), GeoNames (CC BY 4.0)");
  });

  test.each([
    // Prefixes, full names, words in any order.
    ["nassau", "Nassau, New Providence"],
    ["geo", "George Town, Great Exuma"],
    ["hope tow", "Hope Town, Elbow Cay"],
    ["beach cable", "Cable Beach, New Providence"],
    ["new providence", "New Providence"],
    ["freeport", "Freeport, Grand Bahama"],
    // With island, group of islands, kind and country.
    ["Cable Beach, New Providence", "Cable Beach, New Providence"],
    ["cable beach nassau bahamas", "Cable Beach, New Providence"],
    ["airport long island", "Deadman's Cay Airport, Long Island"],
    ["freetown eleuthera", "Freetown, Eleuthera"],
    ["freetown grand bahama", "Freetown, Grand Bahama"],
    ["berry islands airport", "Great Harbour Cay Airport, Berry Islands"],
    ["resort bimini", "Bimini Bay, North Bimini"],
    // Other names and codes.
    ["NAS", "Lynden Pindling International Airport, New Providence"],
    ["fpo", "Grand Bahama International Airport"],
    ["myef", "Exuma International Airport, Great Exuma"],
    ["briland", "Harbour Island"],
    ["exuma", "Great Exuma"],
    // Case, accents, apostrophes, hyphens, spaces, Saint.
    ["NÁSSAÜ", "Nassau, New Providence"],
    ["governors harbour", "Governor's Harbour, Eleuthera"],
    ["Governor’s Harbour", "Governor's Harbour, Eleuthera"],
    ["man o war cay", "Man-O-War Cay, Abaco"],
    ["manowar", "Man-O-War Cay, Abaco"],
    ["sandy port", "Sandyport, New Providence"],
    ["spanishwells", "Spanish Wells, St. George's Cay"],
    ["st georges cay", "Spanish Wells, St. George's Cay"],
    ["saint george", "Spanish Wells, St. George's Cay"],
    ["St. George's", "Spanish Wells, St. George's Cay"],
    // Typing errors: a letter missing, added, replaced, or two swapped; also in an unfinished word;
    // two from eight letters on.
    ["nasau", "Nassau, New Providence"],
    ["nasssau", "Nassau, New Providence"],
    ["massau", "Nassau, New Providence"],
    ["nassua", "Nassau, New Providence"],
    ["exma", "Great Exuma"],
    ["cabel beech", "Cable Beach, New Providence"],
    ["govenor", "Governor's Harbour, Eleuthera"],
    ["elutehra", "Eleuthera"],
    ["marsh harber", "Marsh Harbour, Great Abaco"],
    ["linden pindlnig", "Lynden Pindling International Airport, New Providence"],
  ])("finds %s: %s first", async (query, label) => {
    expect((await labels(query))[0]).toBe(label);
  });

  test.each([
    ["an error in three letters", "nsa"],
    ["two errors in seven letters", "elthera"],
    ["three errors in eight letters", "govxrnxx"],
    ["another country", "Kingston Jamaica"],
    ["punctuation only", "-- '"],
    ["another script", "ナッソー"],
    ["HTML", "<script>alert(1)</script>"],
    ["SQL", "' or 1=1 --"],
  ])("finds nothing for %s: %s", async (_what, query) => {
    expect(await search(query)).toMatchObject({ status: 200, body: { places: [] } });
  });

  test("ranks exact names before aliases and longer names, then by importance", async () => {
    const harbour = await found("harbour island");
    expect(harbour.slice(0, 2).map(({ id }) => id)).toEqual([
      "harbour-island",
      "north-eleuthera-airport",
    ]);
    expect((await found("nassau")).slice(0, 4).map(({ id }) => id)).toEqual([
      "nassau",
      "lynden-pindling-international-airport", // Nassau Airport
      "nassau-cruise-port",
      "potters-cay-dock", // Nassau ferry
    ]);
    expect((await labels("the bluff")).slice(0, 3)).toEqual([
      "The Bluff, Eleuthera",
      "The Bluff, South Andros",
      "The Bluff, Great Abaco",
    ]);
    // An exact match suppresses fuzzy ones.
    expect(await labels("hope town")).toEqual([
      "Hope Town, Elbow Cay",
      "Elbow Reef Lighthouse, Elbow Cay",
    ]);
  });

  test("returns at most ten", async () => {
    expect(await found("cay")).toHaveLength(PLACES_PER_SEARCH);
    expect(await found("bahamas")).toHaveLength(PLACES_PER_SEARCH);
  });

  test("finds every gazetteer place by its name, label and aliases, in the contract's shape", async () => {
    const entries: { id: string; name: string; aliases: string[] }[] = JSON.parse(
      readFileSync(join(PROJECT_ROOT, "geo/gazetteer.json"), "utf8"),
    );
    expect(entries).toHaveLength(425);
    for (const { id, name, aliases } of entries)
      for (const query of [name, ...aliases]) {
        const places = await found(query);
        const place = places.find((each) => each.id === id);
        expect(place, `${query} finds ${id}`).toBeDefined();
        expect(placeSchema.parse(place)).toEqual(place);
        expect(place?.label).toMatch(/^[^()]+$/);
      }
  });

  test("one typing error in a word of four or more letters never hides a place", async () => {
    const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz");
    const typo = fc.tuple(fc.constantFrom("less", "more", "other", "swapped"), fc.nat(), letter);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("spanish", "rainbow", "steventon", "gregory", "matthew"),
        typo,
        async (word, [kind, at, by]) => {
          const n = at % (word.length - 1);
          const wrong = {
            less: word.slice(0, n) + word.slice(n + 1),
            more: word.slice(0, n) + by + word.slice(n),
            other: word.slice(0, n) + by + word.slice(n + 1),
            swapped: word.slice(0, n) + word[n + 1] + word[n] + word.slice(n + 2),
          }[kind];
          const right = await found(word);
          expect((await found(wrong ?? "")).map(({ id }) => id)).toContain(right[0]?.id);
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each([
    ["one character", "?q=n"],
    ["one character between spaces", "?q=%20n%20"],
    ["nothing", "?q="],
    ["no q", ""],
    ["101 characters", `?q=${"n".repeat(101)}`],
    ["a control character", "?q=nas%00sau"],
    ["two queries", "?q=nassau&q=freeport"],
    ["an unknown field", "?q=nassau&country=us"],
  ])("refuses %s", async (_what, query) => {
    expect(await app.call("GET", `/api/places${query}`)).toMatchObject({
      status: 400,
      body: { code: "invalid_request" },
    });
  });

  test("searches for two characters and for a hundred", async () => {
    expect((await labels("pi"))[0]).toBe("Paradise Island, New Providence");
    expect((await search("n".repeat(100))).status).toBe(200);
    expect((await search("a b ".repeat(25).trim())).status).toBe(200);
  });
});

test("suggests the main airports and ports, with the attribution", async () => {
  const { status, body } = await app.call("GET", "/api/places/suggested");
  expect(status).toBe(200);
  expect(body.places.slice(0, 2)).toMatchObject([
    { name: "Lynden Pindling International Airport", kind: "airport" },
    { name: "Nassau Cruise Port", kind: "port" },
  ]);
  expect(body.places.length).toBeGreaterThan(5);
  expect(body.attribution).toContain("© OpenStreetMap contributors");
});

describe("a point", () => {
  const point = (latitude: number | string, longitude: number | string) =>
    app.call("GET", `/api/places/reverse?latitude=${latitude}&longitude=${longitude}`, {
      as: token,
    });
  const address = async (latitude: number, longitude: number): Promise<string> =>
    (await point(latitude, longitude)).body.address;

  test.each([
    ["in a neighbourhood", 25.0751, -77.4062, "Cable Beach, New Providence"],
    ["in a town", 23.517, -75.786, "George Town, Great Exuma"],
    ["at an airport", 25.0388, -77.4659, "Lynden Pindling International Airport, New Providence"],
    ["on an island without settlements", 25.0915, -77.191, "Rose Island, New Providence"],
    ["some kilometres from a settlement", 23.45, -75.62, "Near Forbes Hill, Little Exuma"],
    ["at sea, not far from land", 25.45, -77.6, "Near Little Whale Cay, Berry Islands"],
  ])("%s is named after the place", async (_where, latitude, longitude, expected) => {
    expect(await address(latitude, longitude)).toBe(expected);
  });

  test.each([
    ["far out at sea", 24.0, -73.1, "24.000000, -73.100000"],
    ["outside the Bahamas", 25.7617, -80.1918, "25.761700, -80.191800"],
    ["north of the bounds", 27.26, -78.39, "27.260000, -78.390000"],
    ["on the other side of the world", -33.8688, 151.2093, "-33.868800, 151.209300"],
  ])("%s is written with six decimals", async (_where, latitude, longitude, expected) => {
    expect((await point(latitude, longitude)).body).toEqual({
      address: expected,
      latitude,
      longitude,
    });
  });

  test.each([
    ["not a number", "here", -77],
    ["an impossible latitude", 90.1, -77],
    ["an impossible longitude", 25, -180.5],
    ["infinite", "Infinity", -77],
    ["empty", "", ""],
  ])("refuses %s", async (_what, latitude, longitude) => {
    expect(await point(latitude, longitude)).toMatchObject({
      status: 400,
      body: { code: "invalid_request" },
    });
  });
});

test("without GOOGLE_MAPS_API_KEY, returns no key to the browser", async () => {
  expect((await app.call("POST", "/functions/v1/google-maps-api")).body).toEqual({ apiKey: null });
});
