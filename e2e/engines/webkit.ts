// WebKitGTK, the engine of the iPhone in Debian's build, through its WebDriver.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../src/server/platform/database/postgres.ts";
import { SIZE, type Engine, type Session } from "./session.ts";

const DRIVER = "/usr/bin/WebKitWebDriver";
const DISPLAY_SERVER = "/usr/bin/Xvfb";
const LIMIT_MS = 20_000;

const findBrowser = (): string | undefined =>
  globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser").toSorted().at(-1);

/** Unlike Firefox it needs a display. Starts one where there is none. */
async function startDisplay(): Promise<{ display: string; server?: ChildProcess }> {
  const { DISPLAY } = process.env;
  if (DISPLAY) return { display: DISPLAY };
  const server = spawn(
    DISPLAY_SERVER,
    ["-displayfd", "1", "-screen", "0", "1280x1000x24", "-nolisten", "tcp"],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const [number] = (await once(server.stdout, "data")) as [Buffer];
  return { display: `:${number.toString().trim()}`, server };
}

async function startWebkit(): Promise<Session> {
  const { display, server } = await startDisplay();
  const port = await freePort();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: "1" },
    stdio: "ignore",
  });
  const end = () => {
    driver.kill();
    server?.kill();
  };
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const open = async (): Promise<string> => {
    await untilReady(() => call("GET", "/status"));
    const options = { binary: findBrowser(), args: ["--automation"] };
    const alwaysMatch = { pageLoadStrategy: "none", "webkitgtk:browserOptions": options };
    const capabilities = { alwaysMatch };
    const { sessionId } = await call<{ sessionId: string }>("POST", "/session", { capabilities });
    return `/session/${sessionId}`;
  };
  const at = await open().catch((error: unknown) => {
    end();
    throw error;
  });
  await call("POST", `${at}/window/rect`, SIZE);
  return {
    navigate: (url) => call("POST", `${at}/url`, { url }),
    evaluate: (expression) =>
      call("POST", `${at}/execute/sync`, { script: `return ${expression}`, args: [] }),
    act: (actions) => call("POST", `${at}/actions`, { actions }),
    windows: () => call("GET", `${at}/window/handles`),
    use: (handle) => call("POST", `${at}/window`, { handle }),
    close: () => call<void>("DELETE", at).finally(end),
  };
}

async function untilReady(check: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;)
    try {
      return void (await check());
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(50);
    }
}

export const WEBKIT: Engine = {
  name: "WebKit",
  packages: "webkit2gtk-driver xvfb",
  isInstalled: () =>
    existsSync(DRIVER) &&
    findBrowser() !== undefined &&
    (existsSync(DISPLAY_SERVER) || Boolean(process.env["DISPLAY"])),
  start: startWebkit,
};
