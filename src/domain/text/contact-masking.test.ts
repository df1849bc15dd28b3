// Tests which texts are masked as contact details, and which are not.
import { describe, expect, test } from "vitest";
import { HIDDEN_CONTACT, maskContacts } from "./contact-masking.ts";

describe("hides an email address", () => {
  test.each([
    "ann@coral.bs",
    "Ann.Rolle+cars@mail.example.co.uk",
    "ann_rolle@gmail",
    "ann @ gmail.com",
    "ann @ gmail . com",
    "ann(at)gmail.com",
    "ann [at] gmail [dot] com",
    "ann at gmail dot com",
    "ann at gmail.com",
    "ann dot rolle at gmail dot com",
    "ANN AT GMAIL DOT COM",
    "ann＠gmail．com",
    "zoë@münchen.de",
    "ann{at}coral{dot}bs",
    "ann -at- gmail -dot- com",
    "ann at gmail",
    "ann(at)gmail com",
  ])("%s", (contact) => {
    expect(maskContacts(`Write to ${contact}`)).toMatch(/^Write to /);
    expect(maskContacts(contact)).toBe(HIDDEN_CONTACT);
    expect(maskContacts(`(${contact})`)).not.toContain("mail");
  });
});

describe("hides a phone number", () => {
  test.each([
    "2425550100",
    "+1 242 555 0100",
    "+12425550100",
    "001 242 555 0100",
    "242-555-0100",
    "242.555.0100",
    "(242) 555-0100",
    "+1 (242) 555-0100",
    "242/555/0100",
    "242 – 555 – 0100",
    "555-0100",
    "555 0100",
    "2 4 2 5 5 5 0 1 0 0",
    "2-4-2-5-5-5-0-1-0-0",
    "2_4_2_5_5_5_0_1_0_0",
    "２４２５５５０１００",
    "٢٤٢٥٥٥٠١٠٠",
    "𝟐𝟒𝟐𝟓𝟓𝟓𝟎𝟏𝟎𝟎",
    "②④②⑤⑤⑤⓪①⓪⓪",
    "2️⃣4️⃣2️⃣5️⃣5️⃣5️⃣0️⃣1️⃣0️⃣0️⃣",
    "242 555 2026",
    "+44 20 7946 0958",
    "two four two five five five oh one oh oh",
    "twofourtwofivefivefiveohoneohoh",
    "two/four/two/five/five/five/oh/one/oh/oh",
    "two four two triple five zero one double zero",
    "five five five 0100",
    "555 oh one oh oh",
    "two42 five55 zero100",
    "24255501OO",
    "242-555-o1oo",
    "242 555 OO10",
    "2019 2020 5550",
    "555 2019 2020",
    "2\u034f4\u034f2\u034f5\u034f5\u034f5\u034f0\u034f1\u034f0\u034f0",
    "2\u31644\u31642\u31645\u31645\u31645\u31640\u31641\u31640\u31640",
    "2\u200b\u200b\u200b\u200b\u200b42 555 0100",
    "242\n555\n0100",
    "242, 555, 0100",
    "242:555:0100",
    "242 | 555 | 0100",
    "242      555      0100",
    "4242 4242 4242 4242",
  ])("%s", (contact) => {
    expect(maskContacts(contact)).toBe(HIDDEN_CONTACT);
    expect(maskContacts(`Call ${contact} today`)).toBe(`Call ${HIDDEN_CONTACT} today`);
  });

  test("after a word, after a currency sign, and next to a date", () => {
    expect(maskContacts("tel2425550100")).toBe(`tel${HIDDEN_CONTACT}`);
    expect(maskContacts("$2425550100")).toBe(`$${HIDDEN_CONTACT}`);
    expect(maskContacts("From 2026-12-05, 242 555 0100, ann@coral.bs.")).toBe(
      `From 2026-12-05, ${HIDDEN_CONTACT}, ${HIDDEN_CONTACT}.`,
    );
  });
});

test.each([
  "2026-12-05 to 2026-12-08",
  "2026-12-05 2026-12-08",
  "from 3 2026-12-05",
  "05/12/2026 - 08/12/2026",
  "5 12 2026",
  "12.05.26 08.05.26",
  "Dec 15-18 2026",
  "December 5 2026 10 30",
  "on the 5th of December 2026 10 30",
  "the years 2019 2020",
  "2018 2019 2020",
  "from 2019 - 2020",
  "10:30 - 12500 miles on the clock",
  "$180.00 - 240.00 a day",
  "Ooo 1234 cars!",
  "$180.00",
  "$1,250 or $1250.50",
  "$60 $75 $90 $120",
  "It is 60, 75 or 1,200,000",
  "BA252 lands at 10:30, AA 1234 at 22:05",
  "UP 3456 at 10:30 2026-12-05",
  "10:30",
  "10:30-11:45",
  "a 2023 Toyota with 5 seats for 4 people",
  "Meet me at Nassau. Come at noon. Me at the gate.",
  "I am at work",
  "2 cars @ $60",
  "fuel@4.50",
  "25.04781, -77.35542",
  "Gate 7, row 12, seats 30 31 32",
  "one, two or three of the 2019 2020 models",
  "It costs 120, 150 or 1,200 for all 10",
  "12, 13, 14, 15 and 16 December",
  "is it one 2019 2020 RAV4",
  "OO7 and so on, 4 o'clock or 10",
  "we land at Yahootown at nine",
  "the years 2018  2019  2020",
  "BMW 325 2006",
  "Suzuki Swift 1300 2010",
  "RAV4 2019 2.4",
  "RAV4 2015-2019 5 seats",
  "X5 3.0 2012",
  "BMW 316 1.6 16v",
  "line 1\n2\n3\n4\n5\n6\n7\n8",
  "",
])("leaves %s unchanged", (text) => {
  expect(maskContacts(text)).toBe(text);
});

test("masks the right place after characters that normalise to several", () => {
  expect(maskContacts("Call 242 555 0100.")).toBe("Call [hidden until the booking is approved].");
  expect(maskContacts("5 ㎏ or ½, 242 555 0100")).toBe(`5 ㎏ or ½, ${HIDDEN_CONTACT}`);
  expect(maskContacts("㎏a 242 555 0100")).toBe(`㎏a ${HIDDEN_CONTACT}`);
});

/** The words that the patterns look for, and the signs between them. */
const WORDS = [
  "a",
  "dot",
  "at",
  "com",
  "gmail",
  "one",
  "242",
  "o",
  "1",
  "\u200b",
  "\u0301",
  "a at ",
  "1 one",
];
const SIGNS = [..."-._*() @[]{}/+"];
/** Texts that repeat one to three of these. */
function* hostileTexts(length: number): Generator<string> {
  const repeated = (part: string): string =>
    part.repeat(Math.ceil(length / part.length)).slice(0, length);
  for (const first of [...WORDS, ...SIGNS]) {
    yield repeated(first);
    for (const second of SIGNS) {
      yield repeated(first + second);
      for (const third of [...SIGNS, "dot", "at"]) yield repeated(first + second + third);
    }
  }
}

test("takes at most forty times as long for any text as for an everyday one of the same length", () => {
  // Measures only this thread, so that other load on the machine does not matter.
  const taken = (text: string): number => {
    const began = process.threadCpuUsage();
    maskContacts(text);
    return process.threadCpuUsage(began).user;
  };
  const everyday = "Call 242 555 0100 or write to ann@coral.bs: the car is clean. "
    .repeat(4)
    .slice(0, 200);
  taken(everyday);
  const total = Array.from({ length: 200 }, () => taken(everyday)).reduce(
    (sum, each) => sum + each,
  );
  const limit = 40 * (total / 200);
  // The second and third attempts rule out a pause of this thread.
  const slow = [...hostileTexts(200)].filter((text) => [1, 2, 3].every(() => taken(text) > limit));
  expect(slow.map((text) => text.slice(0, 20))).toEqual([]);
});

test("hides a whole address, whatever characters join its words", () => {
  for (const contact of [
    "ann_rolle (at) coral-cars.bs",
    "ann-rolle at gmail dot com",
    "a*n -dot- rolle_2 (at) gmail",
    "ann_rolle_at_coral-cars_dot_bs",
    "ann@coral-dot-bs",
    "ann @ coral-cars -dot- bs",
  ])
    expect(maskContacts(`Write: ${contact}!`), contact).toBe(`Write: ${HIDDEN_CONTACT}!`);
  expect(maskContacts("ann@coral.bs/bob@coral.bs")).not.toMatch(/ann|bob|coral/);
});
