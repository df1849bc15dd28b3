// A file that is named in test/parts.ts and no longer there would be a part that runs less than it says.
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as parts from "./parts.ts";

test.each(Object.entries(parts))("all of %s is there", (_, named) => {
  const root = join(import.meta.dirname, "..");
  expect(named.filter((each) => globSync(each, { cwd: root }).length === 0)).toEqual([]);
});
