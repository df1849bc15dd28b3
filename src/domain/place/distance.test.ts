// Points in URLs, and how distances are written.
import { describe, expect, test } from "vitest";
import {
  describeDistance,
  NEAR_ME,
  nearMe,
  readPoint,
  shortPlaceName,
  writePoint,
} from "./distance.ts";

test.each([
  ["25.039,-77.466", { latitude: 25.039, longitude: -77.466 }],
  ["27.5,-80.5", { latitude: 27.5, longitude: -80.5 }],
  ["25,-77", { latitude: 25, longitude: -77 }],
  ["27.51,-77", undefined],
  ["25.7617,-80.51", undefined],
  ["-77.466,25.039", undefined],
  ["25.039", undefined],
  ["25.039,-77.466,9", undefined],
  [" 25.039,-77.466", undefined],
  ["25.03912345,-77.466", undefined],
  ["Infinity,-77", undefined],
  ["", undefined],
])("reads the point %j", (text, point) => {
  expect(readPoint(text)).toEqual(point);
});

test("writes points to about a hundred metres", () => {
  expect(writePoint({ latitude: 25.03891, longitude: -77.46551 })).toBe("25.039,-77.466");
  expect(writePoint({ latitude: 25, longitude: -77.4 })).toBe("25,-77.4");
});

test("writes the visitor's position to about a kilometre", () => {
  const place = nearMe({ latitude: 25.03891, longitude: -77.46551 });
  expect(place).toEqual({ name: NEAR_ME, latitude: 25.04, longitude: -77.47 });
  expect(writePoint(place)).toBe("25.04,-77.47");
});

test.each([
  ["Lynden Pindling International Airport", "the airport"],
  ["North Eleuthera Airport", "the airport"],
  ["Nassau Cruise Port", "the cruise port"],
  ["Marsh Harbour Ferry Dock", "the ferry dock"],
  ["Airport Road", "Airport Road"],
  ["Freeport", "Freeport"],
  ["Atlantis Paradise Island", "Atlantis Paradise Island"],
  [NEAR_ME, "you"],
])("calls %s %s", (name, short) => {
  expect(shortPlaceName(name)).toBe(short);
});

describe("describes a distance", () => {
  test.each([
    [0, "At the airport"],
    [0.0999, "At the airport"],
    [0.1, "0.1 mi from the airport"],
    [0.36, "0.4 mi from the airport"],
    [1, "1 mi from the airport"],
    [9.94, "9.9 mi from the airport"],
    [9.95, "10 mi from the airport"],
    [12.4, "12 mi from the airport"],
    [12.5, "13 mi from the airport"],
  ])("%s", (miles, words) => {
    expect(describeDistance(miles, "Exuma International Airport")).toBe(words);
  });

  test.each([
    [0, "Less than 1 mi from you"],
    [0.499, "Less than 1 mi from you"],
    [0.5, "About 1 mi from you"],
    [2.34, "About 2 mi from you"],
    [12.5, "About 13 mi from you"],
  ])("%s, from the visitor", (miles, words) => {
    expect(describeDistance(miles, NEAR_ME)).toBe(words);
  });
});
