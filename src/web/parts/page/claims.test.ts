// Tests that the operator's guide and the public claims agree.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CLAIMS } from "./claims.ts";

const guide = readFileSync(
  new URL("../../../../docs/operating/first-day.md", import.meta.url),
  "utf8",
);
const [, section = ""] = guide.split("## What the public pages claim");

test("the operator's guide lists each claim with the team responsible, and no other claim", () => {
  const listed = [...section.matchAll(/^\| (?!claim|-)(.+?) +\| (.+?) +\|$/gm)].map(
    ([, says, owner]) => ({
      says,
      owner,
    }),
  );
  expect(listed).toEqual(Object.values(CLAIMS));
});
