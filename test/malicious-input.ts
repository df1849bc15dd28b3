// The material of random requests (requests.ts): plausible texts, and malicious ones.

/** Texts of every format that a field may want. */
export const TEXTS = [
  ..."Nassau|insurance|government_id|renter|signup|96|2026-12-05|2026-12-08|2027-01-01|2026-11-21T17:00:00.000Z".split(
    "|",
  ),
  ..."+12425550100|a@example.test|123456|05165|1234567|-80,20,-72,27|9|25.06|-77.34|true|https://example.test/a.ics".split(
    "|",
  ),
  ..."Where is the key?|Ann|Boat & Car — Ünïcode 🚗|x|4242424242424242|12/30|mail|listings-1.xml|v2.0.0|2.0.0".split(
    "|",
  ),
];

const parsed = (text: string): unknown => JSON.parse(text) as unknown;
/** Malicious JSON values. */
export const MALICIOUS_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  -1e-7,
  2 ** 53,
  1.797e308,
  [],
  {},
  [[]],
  "",
  " ",
  "NaN",
  "null",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202eevil",
  "\ufeff",
  "e\u0301".repeat(50),
  "🏝️".repeat(300),
  "İ".repeat(200),
  "\r\nX-Evil: 1",
  ..."' or 1=1 --|'; drop table bookings; --|<img src=x onerror=alert(1)>|${jndi:ldap://x}|{{7*7}}|%00|%s%s%n".split(
    "|",
  ),
  "../../../../etc/passwd",
  "..\\..\\windows",
  "/etc/passwd",
  "file:///etc/passwd",
  "//elsewhere.example",
  "javascript:alert(1)",
  "a".repeat(300),
  "a".repeat(10_000),
  "(".repeat(3000),
  "9".repeat(400),
  "-".repeat(500),
  "[".repeat(2000),
  "\\".repeat(999),
  "2026-02-30",
  "0000-00-00",
  "9999-12-31",
  "+275760-09-13T00:00:00.000Z",
  "1e3",
  "0x10",
  "١٢٣",
  "00000000-0000-0000-0000-000000000000",
  ...[
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"admin":true}}}',
    '{"toString":1,"hasOwnProperty":null}',
  ].map(parsed),
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "toString",
  parsed(`${"[".repeat(200)}${"]".repeat(200)}`),
];

export const BROKEN_BODIES = [
  "",
  "{",
  "nul",
  '{"a":1,}',
  "\u0000",
  "[1",
  '"',
  "{}{}",
  "﻿{}",
  "a=b&c=d",
  "[".repeat(100_000),
  "ÿ",
];
export const CONTENT_TYPES = [
  ..."application/json|text/plain|application/xml|application/x-www-form-urlencoded|multipart/form-data|image/jpeg".split(
    "|",
  ),
  ..."multipart/form-data; boundary=|application/json; charset=utf-7|application/problem+json|;|*/*|a".split(
    "|",
  ),
];
export const ODD_HEADERS: Record<string, string>[] = [
  { authorization: "Bearer x.y.z" },
  { authorization: "Basic YTpi" },
  { authorization: "Bearer" },
  { authorization: `Bearer ${"a".repeat(5e3)}` },
  { range: "bytes=9999999-" },
  { range: "bytes=0-0,1-1" },
  { "if-none-match": "*" },
  { "if-match": '"x"' },
  { "if-modified-since": "never" },
  { "accept-encoding": "gzip;q=nan, br" },
  { accept: "text/html" },
  { "accept-language": "ÿ".repeat(99) },
  { cookie: "a=ÿ; __proto__=1" },
  { "x-forwarded-for": "127.0.0.1, ::1, x" },
  { "x-forwarded-host": "evil.example" },
  { "x-http-method-override": "DELETE" },
  { host: "evil.example" },
  { expect: "200-ok" },
  { "content-encoding": "gzip" },
  { origin: "null" },
  { "x-request-id": "<script>" },
  { "user-agent": "é".repeat(600) },
  { "x-upsert": "true" },
  { "stripe-signature": "t=1,v1=00" },
  { "stripe-signature": `t=${"9".repeat(400)},v1=` },
  {
    upgrade: "h2c",
    connection: "upgrade",
  },
];
export const HTTP_METHODS = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "PROPFIND",
  "TRACE",
];

export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
