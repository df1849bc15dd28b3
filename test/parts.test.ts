// Fails for a file that is named in test/parts.ts but no longer exists: the part would silently run
// fewer tests.
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as parts from "./parts.ts";

test.each(Object.entries(parts))("all files of %s exist", (_, named) => {
  const root = join(import.meta.dirname, "..");
  expect(named.filter((each) => globSync(each, { cwd: root }).length === 0)).toEqual([]);
});
