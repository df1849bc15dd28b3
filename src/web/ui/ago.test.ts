// Tests of relative times.
import { expect, test } from "vitest";
import { ago } from "./ago.ts";

const NOW = new Date("2026-11-21T17:00:00Z");

test.each([
  ["2026-11-21T17:00:30Z", "just now"],
  ["2026-11-21T16:59:01Z", "just now"],
  ["2026-11-21T16:59:00Z", "1 minute ago"],
  ["2026-11-21T16:00:01Z", "59 minutes ago"],
  ["2026-11-21T15:00:00Z", "2 hours ago"],
  ["2026-11-20T16:00:00Z", "yesterday"],
  ["2026-11-15T16:00:00Z", "6 days ago"],
  ["2026-11-14T17:00:00Z", "last week"],
  ["2026-09-21T17:00:00Z", "2 months ago"],
  ["2024-11-01T17:00:00Z", "2 years ago"],
])("formats %s as %s", (then, said) => expect(ago(new Date(then), NOW)).toBe(said));
