// Checks that docs/security.md and docs/edge-cases.md name only existing files, and support each
// claim with code and tests.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const map = readFileSync(join(root, "docs/security.md"), "utf8");
const edgeCases = readFileSync(join(root, "docs/edge-cases.md"), "utf8");

/** A path in backticks: a folder of the checkout, or a root file such as .oxlintrc.json. */
const PATH =
  /`((?:src|test|e2e|migrations|deploy|scripts)\/[\w./-]*|(?:package|package-lock|tsconfig|\.oxlintrc)\.json|\.dockerignore)`/g;
const pathsIn = (text: string): string[] => [...text.matchAll(PATH)].map(([, path = ""]) => path);
const isTest = (path: string): boolean =>
  /(?:\.test\.ts|\.several\.ts|^e2e\/.*\.spec\.ts)$/.test(path);
/** Code or configuration, not tests. */
const isCode = (path: string): boolean => !/^(?:test|e2e)\//.test(path) && !isTest(path);
const isFile = (path: string): boolean =>
  statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;

/** The rows of the tables: requirement numbers, state and answer. */
const rows = [...map.matchAll(/^\| (\d+\.\d+\.[\d., -]+?) +\| (\w+) +\| (.*?) *\|$/gm)].map(
  ([, numbers = "", state = "", answer = ""]) => ({ numbers, state, answer }),
);

test("every file that it names exists", () => {
  const named = pathsIn(map);
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const linked = [...map.matchAll(/\]\(([^:)]+)\)/g)].map(([, path = ""]) => path);
  expect(linked.filter((path) => !existsSync(join(root, "docs", path)))).toEqual([]);
});

test("every edge case names a test that exists", () => {
  const cases = edgeCases.match(/^\| (?!case |---).*\|$/gm) ?? [];
  expect(cases.length).toBeGreaterThan(40);
  expect(cases.filter((row) => !pathsIn(row).some(isTest))).toEqual([]);
  expect(pathsIn(edgeCases).filter((path) => !isFile(path))).toEqual([]);
});

test("each met requirement names code or configuration, and a test unless it says that there is none", () => {
  const holding = rows.filter(({ state }) => state === "holds");
  expect(holding.length).toBeGreaterThan(70);
  const without = (isThere: (answer: string) => boolean): string[] =>
    holding.filter(({ answer }) => !isThere(answer)).map(({ numbers }) => numbers);
  expect(without((answer) => pathsIn(answer).some((path) => isCode(path) && isFile(path)))).toEqual(
    [],
  );
  expect(
    without(
      (answer) =>
        /\bno test\b/.test(answer) || pathsIn(answer).some((path) => isTest(path) && isFile(path)),
    ),
  ).toEqual([]);
});

test("every chapter exists, every state is known, and no requirement is answered twice", () => {
  const chapters = [...map.matchAll(/^## V(\d+) /gm)].map(([, number]) => Number(number));
  expect(chapters).toEqual(Array.from({ length: 17 }, (_, n) => n + 1));
  expect([...new Set(rows.map(({ state }) => state))].toSorted()).toEqual([
    "holds",
    "no",
    "none",
    "operator",
    "partly",
  ]);
  const answered = rows.flatMap(({ numbers }) =>
    numbers.split(", ").flatMap((each) => {
      const [, section = "", first, last = first] =
        /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(each) ?? [];
      return Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, n) => `${section}.${Number(first) + n}`,
      );
    }),
  );
  expect(answered.length).toBeGreaterThan(180);
  expect(answered.filter((each, n) => answered.indexOf(each) !== n)).toEqual([]);
});
