// The links that open a place in Maps.
import { expect, test } from "vitest";
import { mapsLink, toPosition } from "./maps-link.ts";

const BASE = "https://www.google.com/maps/search/?api=1&query=";

test.each([
  ["a position", "Cable Beach", { latitude: 25.07, longitude: -77.39 }, "25.07%2C-77.39"],
  ["a name", "Cable Beach, Nassau", null, "Cable%20Beach%2C%20Nassau%2C%20The%20Bahamas"],
  ["a name with its country", "Nassau, Bahamas", null, "Nassau%2C%20The%20Bahamas"],
  ["a name with the full country", "Nassau, The Bahamas.", null, "Nassau%2C%20The%20Bahamas"],
  [
    "a name with symbols",
    "Bay St & Union #2",
    null,
    "Bay%20St%20%26%20Union%20%232%2C%20The%20Bahamas",
  ],
])("links to %s", (_what, location, position, query) => {
  expect(mapsLink({ location, position })).toBe(BASE + query);
});

test.each([
  [25.07, -77.39, { latitude: 25.07, longitude: -77.39 }],
  [null, -77.39, null],
  [25.07, null, null],
])("has a position only with both coordinates", (latitude, longitude, position) => {
  expect(toPosition({ latitude, longitude })).toEqual(position);
});
