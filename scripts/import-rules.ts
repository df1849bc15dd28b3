// Checks the import rules (ARCHITECTURE.md): which folder may import which, and what only some
// files may do. `node scripts/import-rules.ts` prints the violations; test/architecture.test.ts
// tests each rule.
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { findImportCycles } from "./import-cycles.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * A module may use the services of those to its left; notifications in the other direction are
 * events.
 */
const MODULES =
  "accounts notifications identity helpers media places calendar listings incidents ledger vat payments bookings charges deposits trips cases payouts messaging reviews support personal-data admin".split(
    " ",
  );

/** Modules of which others use a single file. */
const ENTRY_FILES: Record<string, string> = {
  payments: "src/server/modules/payments/payments.service.ts",
};

const MAX_LINES = 300;
/** Test files may be longer, because they are read one test at a time. */
const MAX_TEST_LINES = 400;

const MAX_COMMENT_COLUMNS = 100;
/** A line that is only a comment. Directives of the linter cannot be wrapped. */
const COMMENT_LINE = /^\s*(?:\/\/|\/?\*)(?! oxlint-)/;

/** Files that may be longer, each with the reason. */
const LONG_FILES: Record<string, string> = {
  "test/access.test.ts": "one table, an entry for each endpoint",
  "src/server/platform/database/schema.ts": "generated",
  "src/server/modules/personal-data/data-copy.repository.ts": "a query for each table of a person",
  "src/web/paths.ts": "the address of every page",
  "src/contract/problem.ts": "the one table of every error code, with its status and title",
  "src/server/config.ts": "every setting, what it must be and what it becomes, in one place",
  "src/domain/booking/booking.ts":
    "the one table of a booking's steps, which is to stand in one file, with what reads it",
  "src/domain/booking/booking.test.ts": "the same table, written out a second time",
  "test/simulation.ts": "the people, banks and jobs of a simulated year, which share their state",
};

const UI = ["domain", "contract", "ui"] as const;

/**
 * Folders (and single files) of src, lowest first within each of the two sides. The first matching
 * prefix of a path is its layer.
 */
const LAYERS = [
  { name: "domain", paths: ["src/domain/"], mayImport: ["domain"] },
  { name: "contract", paths: ["src/contract/"], mayImport: ["domain", "contract"] },
  { name: "config", paths: ["src/server/config.ts"], mayImport: ["domain"] },
  {
    name: "platform",
    paths: ["src/server/platform/"],
    mayImport: ["domain", "contract", "config", "platform"],
  },
  {
    name: "modules",
    paths: ["src/server/modules/"],
    mayImport: ["domain", "contract", "config", "platform", "modules"],
  },
  {
    name: "app",
    paths: ["src/server/"],
    mayImport: ["domain", "contract", "config", "platform", "modules", "app"],
  },
  {
    name: "ui",
    paths: ["src/web/ui/", "src/web/styles/", "src/web/assets/", "src/web/paths.ts"],
    mayImport: UI,
  },
  {
    name: "api",
    paths: ["src/web/api/", "src/web/session/", "src/web/forms/"],
    mayImport: [...UI, "api"],
  },
  { name: "parts", paths: ["src/web/parts/"], mayImport: [...UI, "api", "parts"] },
  { name: "areas", paths: ["src/web/areas/"], mayImport: [...UI, "api", "parts", "areas"] },
  { name: "web app", paths: ["src/web/"], mayImport: [...UI, "api", "parts", "areas", "web app"] },
] as const;

const findLayer = (path: string) =>
  LAYERS.find((layer) => layer.paths.some((each) => path.startsWith(each)));

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

interface Import {
  specifier: string;
  /** The statement itself says `import type`, so nothing of it remains at run time. */
  typeOnly: boolean;
}

/**
 * The imports, re-exports and dynamic imports of a source text, and the text with its comments
 * blanked out.
 */
function parse(path: string, source: string): { imports: Import[]; code: string } {
  const { module, comments, errors } = parseSync(path, source);
  if (errors.length > 0) return { imports: [], code: source }; // the type check reports it
  const statements = [
    ...module.staticImports.map(({ start, moduleRequest }) => ({
      start,
      specifier: moduleRequest.value,
    })),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.flatMap(({ moduleRequest }) =>
        moduleRequest ? [{ start, specifier: moduleRequest.value }] : [],
      ),
    ),
  ].map(({ start, specifier }) => ({
    specifier,
    typeOnly: /^(?:import|export) type\b/.test(source.slice(start)),
  }));
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    specifier: source.slice(start, end).replace(/^["'`]|["'`]$/g, ""),
    typeOnly: false,
  }));
  let code = source;
  for (const { start, end } of comments)
    code = code.slice(0, start) + " ".repeat(end - start) + code.slice(end);
  return { imports: [...statements, ...dynamic], code };
}

/** The source text with its comments blanked out. */
export const blankComments = (path: string, source: string): string => parse(path, source).code;

function checkImport(path: string, { specifier, typeOnly }: Import): string | undefined {
  const from = findLayer(path);
  if (!from) return "lies in no known layer of src/";
  if (!specifier.startsWith(".")) {
    if (from.name === "domain") return `domain imports nothing but itself, not ${specifier}`;
    if (from.name === "contract" && specifier !== "zod")
      return `contract imports zod and nothing else, not ${specifier}`;
    if (path.startsWith("src/web/") && specifier === "zod") return "zod must not reach the browser";
    return undefined;
  }
  const target = posix.join(posix.dirname(path), specifier);
  const to = findLayer(target);
  if (!to)
    return target.startsWith("src/") ? `${target} lies in no known layer of src/` : undefined;
  if (!(from.mayImport as readonly string[]).includes(to.name))
    return `${from.name} must not import ${to.name} (${target})`;
  if (to.name === "contract" && path.startsWith("src/web/") && !typeOnly)
    return `web imports the contract with "import type" only (${target})`;
  if (path.endsWith(".repository.ts") && target === "src/server/platform/context.ts")
    return "a repository takes db, and the time as a value, not the context";
  if (from.name === "areas" && to.name === "areas" && folder(path) !== folder(target))
    return `an area never imports another area (${target})`;
  if (from.name === "modules" && to.name === "modules" && folder(path) !== folder(target)) {
    if (!target.endsWith(".service.ts"))
      return `of another module only its *.service.ts may be used (${target})`;
    const entry = ENTRY_FILES[folder(target)];
    if (entry !== undefined && target !== entry)
      return `of ${folder(target)} only ${entry} may be used (${target})`;
    if (MODULES.indexOf(folder(target)) > MODULES.indexOf(folder(path)))
      return `${folder(target)} comes after ${folder(path)}: tell it by an event (${target})`;
  }
  return undefined;
}

/** The folder of a module (src/server/modules/X/...) or area (src/web/areas/X/...). */
const folder = (path: string): string => path.split("/")[3] ?? "";

function* checkCode(path: string, code: string): Generator<string> {
  if (path !== "src/server/config.ts" && /\bprocess\.env\b/.test(code))
    yield "process.env is read in src/server/config.ts alone";
  if (/^src\/(?:domain|contract|server\/modules)\//.test(path)) {
    if (/\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|(?<![\w.])now\(\)/.test(code))
      yield "time and chance are parameters: no Date.now(), new Date(), Math.random() or SQL now() here";
  }
  if (path.startsWith("src/server/modules/") && !MODULES.includes(folder(path)))
    yield `${folder(path)} is not in the list of modules`;
}

/**
 * The violations of one file, one sentence each. Tests may import anything. `path` is relative to
 * the root, with forward slashes.
 */
export function checkFile(path: string, source: string): string[] {
  const found: string[] = [];
  const lines = source.split("\n").length - 1;
  const limit = isTest(path) ? MAX_TEST_LINES : MAX_LINES;
  if (lines > limit && !LONG_FILES[path])
    found.push(`has ${lines} lines, more than ${limit}: split it, or justify it in LONG_FILES`);
  const wide = source
    .split("\n")
    .findIndex((line) => line.length > MAX_COMMENT_COLUMNS && COMMENT_LINE.test(line));
  if (wide >= 0)
    found.push(`line ${wide + 1}: a comment has at most ${MAX_COMMENT_COLUMNS} columns`);
  if (path.startsWith("src/") && !isTest(path)) {
    const { imports, code } = parse(path, source);
    found.push(
      ...imports.flatMap((each) => checkImport(path, each) ?? []),
      ...checkCode(path, code),
    );
  }
  return found.map((error) => `${path}: ${error}`);
}

/** The errors in the names of migrations: NNNN_name.sql, numbered from 0001 without gaps. */
export function checkMigrations(names: string[]): string[] {
  return names.toSorted().flatMap((name, index) => {
    const number = String(index + 1).padStart(4, "0");
    return /^\d{4}_[a-z0-9_]+\.sql$/.test(name) && name.startsWith(number)
      ? []
      : [
          `migrations/${name}: must be named ${number}_name.sql (small letters, digits, underscores; no gap in the numbers)`,
        ];
  });
}

const MAX_FOLDER_FILES = 25;

/** The folders of src with too many files of their own. @param paths of all files */
export function checkFolders(paths: readonly string[]): string[] {
  const folders = Map.groupBy(paths, (path) => posix.dirname(path));
  return [...folders]
    .filter(([name, files]) => name.startsWith("src/") && files.length > MAX_FOLDER_FILES)
    .map(([name, { length }]) => `${name}: has ${length} files, more than ${MAX_FOLDER_FILES}`);
}

/**
 * The circular imports, of types as well as of values.
 * @param sources the text of each file, by its path relative to the root
 */
export function checkCycles(sources: ReadonlyMap<string, string>): string[] {
  const graph = new Map(
    [...sources].map(([path, source]) => [
      path,
      parse(path, source)
        .imports.map(({ specifier }) => posix.join(posix.dirname(path), specifier))
        .filter((target) => sources.has(target)),
    ]),
  );
  return findImportCycles(graph).map((cycle) => `import each other: ${cycle.join(", ")}`);
}

/** Every violation in the checkout. */
export function findErrors(): string[] {
  const paths = globSync("{src,test,e2e,scripts,bench}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: ["**/node_modules"],
  });
  const sources = new Map(
    paths.toSorted().map((path) => [path, readFileSync(posix.join(root, path), "utf8")]),
  );
  const product = [...sources].filter(([path]) => path.startsWith("src/") && !isTest(path));
  return [
    ...[...sources].flatMap(([path, source]) => checkFile(path, source)),
    ...checkFolders(paths),
    ...checkCycles(new Map(product)),
    ...checkMigrations(globSync("*", { cwd: posix.join(root, "migrations") })),
  ];
}

if (import.meta.main) {
  const found = findErrors();
  for (const error of found) console.log(error);
  process.exitCode = found.length > 0 ? 1 : 0;
}
