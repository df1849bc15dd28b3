// Tests the email layout: user input stays text, and both bodies have the same content.
import { expect, test } from "vitest";
import { layOutMail, type MailContent } from "./mail-layout.ts";

const CONTENT: MailContent = {
  subject: "Confirmed: 2022 Honda Fit",
  preview: "Your booking is approved and paid.",
  heading: "Booking confirmed",
  paragraphs: ["Pickup instructions: by the gate,\nthen left.", "See you."],
  facts: [
    ["Car", "2022 Honda Fit"],
    ["Rental", "$180.00"],
  ],
  action: { label: "View booking", url: "https://caydrive.test/bookings?booking=1&filter=all" },
  note: "You can cancel until Friday.",
  footer: {
    why: "You're receiving this because you have a booking with us.",
    links: [{ label: "Email preferences", url: "https://caydrive.test/settings#notifications" }],
  },
};

test("contains the whole HTML content in plain text, with each URL on its own line", () => {
  expect(layOutMail(CONTENT).text).toBe(`Booking confirmed

Pickup instructions: by the gate,
then left.

See you.

Car: 2022 Honda Fit
Rental: $180.00

View booking:
https://caydrive.test/bookings?booking=1&filter=all

You can cancel until Friday.

-- 
Caydrive: cars from people who live in the Bahamas. Times are Nassau time.

You're receiving this because you have a booking with us.

Email preferences:
https://caydrive.test/settings#notifications
`);
});

test("renders every part once in HTML, with a hidden preview and a dark theme", () => {
  const { html } = layOutMail(CONTENT);
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  for (const part of [
    "Booking confirmed</h1>",
    "by the gate,<br/>then left.",
    "$180.00</td>",
    "because you have a booking",
  ])
    expect(html.split(part), part).toHaveLength(2);
  expect(html).toContain('href="https://caydrive.test/bookings?booking=1&amp;filter=all"');
  expect(html).toMatch(/<div style="display:none[^>]*>Your booking is approved and paid\./);
  expect(html).toContain("@media (prefers-color-scheme:dark)");
});

test("escapes user input in HTML", () => {
  const typed = `<a href="x">'&'</a>`;
  const { html, text, subject } = layOutMail({
    ...CONTENT,
    subject: typed,
    paragraphs: [typed],
    facts: [["Car", typed]],
  });
  expect(html).not.toContain('<a href="x"');
  expect(html.split("&lt;a href=&quot;x&quot;&gt;&#x27;&amp;&#x27;&lt;/a&gt;")).toHaveLength(4);
  expect(text).toContain(`\n${typed}\n`);
  expect(subject).toBe(typed);
});
