// Tests that the import rules of ARCHITECTURE.md hold and that each is effective: every rule has a
// sample that violates it and a similar one that does not.
import { describe, expect, test } from "vitest";
import {
  checkCycles,
  checkFile,
  checkFolders,
  checkMigrations,
  findErrors,
} from "../scripts/import-rules.ts";

test("the checkout follows every rule", () => {
  expect(findErrors()).toEqual([]);
});

const service = "src/server/modules/bookings/bookings.service.ts";
const area = "src/web/areas/public/car/panel.tsx";

describe.each<{ rule: string; path: string; bad: string; good: string }>([
  {
    rule: "the domain imports nothing but itself",
    path: "src/domain/money/money.ts",
    bad: `import { z } from "zod";`,
    good: `import { x } from "./dates.ts";`,
  },
  {
    rule: "the domain does not import the contract, not even its types",
    path: "src/domain/money/money.ts",
    bad: `import type { X } from "../../contract/x.ts";`,
    good: `// import { x } from "../../contract/x.ts";`,
  },
  {
    rule: "the contract does not import the server",
    path: "src/contract/x.ts",
    bad: `export { x } from "../server/platform/database/database.ts";`,
    good: `import { z } from "zod";`,
  },
  {
    rule: "the contract uses no package but zod",
    path: "src/contract/x.ts",
    bad: `import { readFileSync } from "node:fs";`,
    good: `import { x } from "../domain/money/money.ts";`,
  },
  {
    rule: "the platform does not import the modules",
    path: "src/server/platform/jobs/jobs.ts",
    bad: `const x = await import("../../modules/bookings/bookings.service.ts");`,
    good: `import { x } from "./db.ts";`,
  },
  {
    rule: "modules do not import the app",
    path: service,
    bad: `import { x } from "../../app.ts";`,
    good: `import { x } from "../../platform/database/database.ts";`,
  },
  {
    rule: "a module imports only the service of another module",
    path: service,
    bad: `import type { Row } from "../listings/listings.repository.ts";`,
    good: `import { x } from "../listings/listings.service.ts";`,
  },
  {
    rule: "a module imports only payments.service.ts of payments",
    path: service,
    bad: `import { x } from "../payments/refunds.service.ts";`,
    good: `import { x } from "../payments/payments.service.ts";`,
  },
  {
    rule: "payments do not import bookings",
    path: "src/server/modules/payments/settlement/settlement.service.ts",
    bad: `import { x } from "../../bookings/bookings.service.ts";`,
    good: `import { x } from "../../ledger/ledger.service.ts";`,
  },
  {
    rule: "a module imports only modules to its left",
    path: service,
    bad: `import { x } from "../payouts/payouts.service.ts";`,
    good: `import { x } from "../payments/payments.service.ts";`,
  },
  {
    rule: "a repository takes db, not the context",
    path: "src/server/modules/bookings/bookings.repository.ts",
    bad: `import type { Ctx } from "../../platform/context.ts";`,
    good: `import type { Db } from "../../platform/database/database.ts";`,
  },
  {
    rule: "web never imports the server",
    path: area,
    bad: `import type { X } from "../../../../server/platform/database/database.ts";`,
    good: `import { x } from "../../../../domain/money/money.ts";`,
  },
  {
    rule: "the server never imports the web",
    path: "src/server/app.ts",
    bad: `import { x } from "../web/paths.ts";`,
    good: `import { x } from "./instance.ts";`,
  },
  {
    rule: "web imports only types of the contract",
    path: area,
    bad: `import { type X } from "../../../../contract/x.ts";`,
    good: `import type { X } from "../../../../contract/x.ts";`,
  },
  {
    rule: "zod stays out of the browser",
    path: area,
    bad: `import * as z from "zod";`,
    good: `import { useState } from "react";`,
  },
  {
    rule: "an area never imports another area",
    path: area,
    bad: `import { x } from "../../renter/bookings/list.tsx";`,
    good: `import { x } from "../home/dates.tsx";`,
  },
  {
    rule: "ui does not import parts",
    path: "src/web/ui/button.tsx",
    bad: `import { x } from "../parts/booking/card.tsx";`,
    good: `import { x } from "./cx.ts";`,
  },
  {
    rule: "parts do not import areas",
    path: "src/web/parts/booking/card.tsx",
    bad: `export * from "../../areas/public/home/home.tsx";`,
    good: `import { x } from "../../api/api.ts";`,
  },
  {
    rule: "settings are read in one place",
    path: service,
    bad: `const x = process.env.PORT;`,
    good: `// process.env is read in config.ts`,
  },
  {
    rule: "time is a parameter",
    path: service,
    bad: "const x = sql`select now()`;",
    good: `const x = ctx.clock.now(); const y = new Date(x);`,
  },
  {
    rule: "a file has at most 300 lines",
    path: "src/web/ui/long.ts",
    bad: "\n".repeat(301),
    good: "\n".repeat(300),
  },
  {
    rule: "a comment has at most 100 columns",
    path: "src/web/ui/wide.ts",
    bad: `/** ${"x".repeat(97)} */`,
    good: `/** ${"x".repeat(93)} */`,
  },
])("$rule", ({ path, bad, good }) => {
  test("catches a violating sample, but not a similar valid one", () => {
    expect(checkFile(path, bad)).toHaveLength(1);
    expect(checkFile(path, good)).toEqual([]);
  });
});

test("requires a layer for every file of src, and a place in the order for every module", () => {
  expect(checkFile("src/utils/misc.ts", `import "react";`)).toHaveLength(1);
  expect(checkFile("src/server/modules/misc/misc.service.ts", "")).toHaveLength(1);
});

test("finds circular imports, even of types, but allows two paths to one file", () => {
  const values = `import { x } from "./b.ts";`;
  const types = `import type { X } from "./a.ts";`;
  const files = (b: string) =>
    new Map([
      ["src/a.ts", `${values} import { y } from "./c.ts";`],
      ["src/b.ts", b],
      ["src/c.ts", values],
    ]);
  expect(checkCycles(files(""))).toEqual([]);
  expect(checkCycles(files(types))).toEqual(["import each other: src/a.ts, src/b.ts, src/c.ts"]);
});

test("allows 25 files in a folder of src", () => {
  const files = (count: number) => Array.from({ length: count }, (_, n) => `src/web/ui/${n}.ts`);
  expect(checkFolders([...files(25), "src/web/ui/form/a.ts"])).toEqual([]);
  expect(checkFolders(files(26))).toHaveLength(1);
});

test("requires migrations with consecutive numbers and lowercase names", () => {
  expect(checkMigrations(["0002_b.sql", "0001_a.sql"])).toEqual([]);
  expect(checkMigrations(["0001_a.sql", "0003_b.sql"])).toHaveLength(1);
  expect(checkMigrations(["1_a.sql"])).toHaveLength(1);
  expect(checkMigrations(["0001_A.sql", "0002_b.txt"])).toHaveLength(2);
});
