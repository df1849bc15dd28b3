// The basis of the tests in other engines: a visitor's window, and the program behind a proxy that
// can hold back its scripts.
import { test as base, expect } from "@playwright/test";
import { freePort } from "../../src/server/platform/database/postgres.ts";
import { startProxy } from "../../test/proxy.ts";
import { runApp } from "../running-app.ts";
import { ENGINES } from "./engines.ts";
import type { Engine } from "./session.ts";
import { openVisitor, type Visitor } from "./visitor.ts";

export { expect };

interface Site {
  url: string;
  /**
   * Holds back every script from now on, as a slow connection does.
   * @returns lets them through
   */
  holdScripts(): () => void;
  /**
   * Blocks all requests to the program from now on.
   * @returns a function that reconnects it
   */
  cutOff(): () => void;
}

interface Fixtures {
  engine: Engine;
  visitor: Visitor;
}

async function runSite(use: (site: Site) => Promise<void>): Promise<void> {
  let released = Promise.resolve();
  const proxy = await startProxy(0, (path) => (path.endsWith(".js") ? released : undefined));
  const holdScripts = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    released = promise;
    return resolve;
  };
  const port = await freePort();
  const node = `http://127.0.0.1:${port}`;
  proxy.add(node);
  const cutOff = () => {
    proxy.remove(node);
    return () => proxy.add(node);
  };
  const env = { PORT: String(port), PUBLIC_URL: proxy.url, TRUST_PROXY: "1" };
  await runApp(() => use({ url: proxy.url, holdScripts, cutOff }), env);
  await proxy.close();
}

export const test = base.extend<Fixtures, { site: Site }>({
  site: [async ({}, use) => runSite(use), { scope: "worker", timeout: 120_000 }],
  engine: [ENGINES[0], { option: true }],
  async visitor({ engine }, use) {
    const session = await engine.start();
    await use(openVisitor(session));
    await session.close();
  },
});
