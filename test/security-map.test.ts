// docs/security.md names only what there is, and every chapter of ASVS 5.0.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const map = readFileSync(join(root, "docs/security.md"), "utf8");

test("every file that it names exists", () => {
  const named = [...map.matchAll(/`((?:src|test|e2e|migrations|package-lock)[\w./-]*)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const linked = [...map.matchAll(/\]\(([^:)]+)\)/g)].map(([, path = ""]) => path);
  expect(linked.filter((path) => !existsSync(join(root, "docs", path)))).toEqual([]);
});

test("every chapter is there, and no requirement is answered twice", () => {
  const chapters = [...map.matchAll(/^## V(\d+) /gm)].map(([, number]) => Number(number));
  expect(chapters).toEqual(Array.from({ length: 17 }, (_, n) => n + 1));
  const answered = [...map.matchAll(/^\| (\d+\.\d+\.[\d., -]+?) +\|/gm)].flatMap(([, numbers = ""]) =>
    numbers.split(", ").flatMap((each) => {
      const [, section = "", first, last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(each) ?? [];
      return Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => `${section}.${Number(first) + n}`);
    }),
  );
  expect(answered.length).toBeGreaterThan(180);
  expect(answered.filter((each, n) => answered.indexOf(each) !== n)).toEqual([]);
});
