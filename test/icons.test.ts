// The sprite of icons holds what the pages use, and nothing else.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderSprite, SPRITE } from "../scripts/icons/sprite.ts";
import { ICON_NAMES } from "../src/web/ui/icon-names.ts";

test("`npm run icons` has written the sprite", () => {
  expect(readFileSync(SPRITE, "utf8")).toBe(renderSprite());
});

test("every icon of the sprite is used", () => {
  const web = join(import.meta.dirname, "../src/web");
  const code = globSync("**/*.{ts,tsx}", { cwd: web })
    .filter((name) => !name.endsWith("icon-names.ts"))
    .map((name) => readFileSync(join(web, name), "utf8"))
    .join("");
  expect(ICON_NAMES.filter((name) => !code.includes(`"${name}"`))).toEqual([]);
});
