// Tests what the public sees of a listing, and which texts of real listings are not contact
// details.
import { expect, test } from "vitest";
import {
  HIDDEN_IN_LISTING,
  matchesSearch,
  maskExtras,
  maskListing,
  maskListingText,
  textsWithContacts,
} from "./listing-masking.ts";

test("hides contact details in every public text and in no other field", () => {
  const listing = {
    id: "7",
    title: "Call +1 242 555 0100 to book",
    description: "Pay me direct: ann@coral.bs, WhatsApp wa.me/12425550100",
    make: "five five five oh one double oh",
    model: "242-555-0100",
    color: null,
    location: "Nassau, 242 555 0100",
    pickup_instructions: "Call 242 555 0100 at the gate.",
  };
  expect(maskListing(listing)).toEqual({
    ...listing,
    title: `Call ${HIDDEN_IN_LISTING} to book`,
    description: `Pay me direct: ${HIDDEN_IN_LISTING}, WhatsApp wa.me/${HIDDEN_IN_LISTING}`,
    make: HIDDEN_IN_LISTING,
    model: HIDDEN_IN_LISTING,
    location: `Nassau, ${HIDDEN_IN_LISTING}`,
  });
  expect(textsWithContacts(listing)).toEqual(["title", "description", "make", "model", "location"]);
  expect(maskListing({ title: "Quiet RAV4" })).toStrictEqual({ title: "Quiet RAV4" });
});

test.each([
  [["Kayak, call 242 555 0199"]],
  [["Kayak 242", "555 0199 Map"]],
  [["Kayak, 242", null, "555", null, "0199"]],
  [["ann@coral.bs"]],
])("hides contact details in the extras %j", (descriptions) => {
  const extras = descriptions.map((description) => ({ description }));
  const masked = maskExtras(extras);
  expect(masked.map(({ description }) => description).join(" ")).not.toMatch(/242|0199|@/);
  expect(textsWithContacts({ extras })).toEqual(["extras"]);
});

test("leaves the descriptions of extras as they are", () => {
  const extras = ["Kayak for 2", null, "12 V cooler", "Tent, 6 people"].map((description) => ({
    kind: "custom",
    description,
  }));
  expect(maskExtras(extras)).toEqual(extras);
  expect(textsWithContacts({ title: "Quiet RAV4", extras })).toEqual([]);
});

test.each([
  [{ make: "Call 242", model: "555 0199" }, ["make", "model"]],
  [{ make: "555", model: "0199" }, ["make", "model"]],
  [{ make: "242555", model: "0199" }, ["make", "model"]],
  [{ make: "ann@", model: "coral.bs" }, ["make", "model"]],
  [{ make: "ann", model: "at gmail.com" }, ["make", "model"]],
  [{ title: "Call 242 555", make: "0199", model: "RAV4" }, ["title", "make"]],
  [{ make: "Call 242", model: "555", location: "0199 Nassau" }, ["make", "model", "location"]],
  [{ title: "555", make: "0199" }, ["title", "make"]],
  [{ title: "Call 242", location: "555 0199" }, ["title", "location"]],
  [{ title: "RAV4 2019", make: "Toyota", model: "RAV4 2019", location: "12 Bay Street" }, []],
  [
    {
      title: "Mazda 323 1.6 2001",
      make: "Mazda",
      model: "323 1.6",
      location: "242 Shirley Street",
    },
    [],
  ],
  [{ title: "Ram 1500 2019", make: "Ram", model: "1500", location: "1500 2nd Terrace" }, []],
])("%j: hides contact details that are split over %j", (listing, words) => {
  expect(textsWithContacts(listing)).toEqual(words);
  expect(Object.values(maskListing(listing)).join(" ")).not.toMatch(/555|0199|@|gmail/);
});

test.each([
  "Mazda 323",
  "Mazda 323 2001",
  "BMW 325 2006",
  "Mercedes-Benz 300 1996",
  "Mercedes C 300 2019",
  "Ford F-150 2018",
  "Ram 1500 2019",
  "Chevy Silverado 2500 2016",
  "Peugeot 206 1.4 2004",
  "Mazda 323 1.6 2001",
  "2004 Peugeot 206 1.4",
  "BMW 316 1.6 16v",
  "Suzuki Swift 1300 2010",
  "2010 Swift 1300",
  "RAV4 2015-2019",
  "RAV4 2.0 2015",
  "X5 3.0 2012",
  "RAV4 2015-2019 2.4",
  "RAV4 2.4 2015-2019",
  "5-speed 2.4 4x4",
  "2.0 5-speed, 7 seats, 4 doors",
  "Jeep Wrangler 4.0 V6 4x4, 270 hp",
  "2018, 120,000 km, 35 mpg",
  "$60 a day, $350 a week, $1,200 a month",
  "Plate SD 1234",
  "P.O. Box N-4912, Nassau",
  "12 Bay Street, Nassau",
  "Lot 14, Block 23, Cable Beach",
  "Airport (NAS), 24/7",
  "Nassau, 25.04781, -77.35542",
  "Open 8:00-17:30, 7 days",
])("shows %s unchanged", (text) => {
  expect(maskListingText(text)).toBe(text);
});

test.each([
  "Call 325 2006",
  "BMW, 325 2006 1234",
  "Ford 242 555 0100",
  "tel-325 2006",
  "Swift 242 1300 2010",
])("recognises the number in %s", (text) => {
  expect(maskListingText(text)).toContain(HIDDEN_IN_LISTING);
});

test.each([
  ["COAST", "Coast, call 555 0100", `Coast, call ${HIDDEN_IN_LISTING}`, true],
  ["coast", "COAST, call 555 0100", `COAST, call ${HIDDEN_IN_LISTING}`, true],
  ["555", "Coast, call 555 0100", `Coast, call ${HIDDEN_IN_LISTING}`, false],
  ["exuma", "Exumá", "Exumá", true], // Nothing is hidden.
])("a search for %s finds %s, shown as %s: %s", (part, typed, masked, isFound) => {
  expect(matchesSearch(part, typed, masked)).toBe(isFound);
});
