// Firefox through WebDriver BiDi, which it speaks itself.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SIZE, type Engine, type Session } from "./session.ts";

const PROGRAM = "/usr/bin/firefox-esr";

type Call = <T>(method: string, params: object) => Promise<T>;

/** Sends commands over the socket; each returns its result. */
function speakBidi(socket: WebSocket): Call {
  const waiting = new Map<number, { done: (result: never) => void; failed: (e: Error) => void }>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data)) as {
      id?: number;
      result: never;
      error?: string;
      message?: string;
    };
    const command = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (error) command?.failed(new Error(`${error}: ${message}`));
    else command?.done(result);
  });
  return (method, params) =>
    new Promise((done, failed) => {
      waiting.set(++last, { done, failed });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}

async function startFirefox(): Promise<Session> {
  const profile = mkdtempSync(join(tmpdir(), "caydrive-firefox-"));
  const child = spawn(
    PROGRAM,
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"],
    { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: profile } },
  );
  const address = await new Promise<string>((found, failed) => {
    let printed = "";
    child.stderr.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const match = /listening on (ws:\S+)/.exec(printed);
      if (match?.[1]) found(match[1]);
    });
    child.once("exit", (code) => failed(new Error(`Firefox ended with ${code}: ${printed}`)));
  });
  const socket = new WebSocket(`${address}/session`);
  await once(socket, "open");
  const call = speakBidi(socket);
  await call("session.new", { capabilities: {} });
  const windows = async (): Promise<string[]> => {
    const { contexts } = await call<{ contexts: { context: string }[] }>(
      "browsingContext.getTree",
      {},
    );
    return contexts.map(({ context }) => context);
  };
  let [context] = await windows();
  await call("browsingContext.setViewport", { context, viewport: SIZE });
  return {
    navigate: (url) => call("browsingContext.navigate", { context, url, wait: "none" }),
    async evaluate(expression) {
      const target = { context };
      const params = { expression, target, awaitPromise: false };
      const evaluated = await call<{
        result: { value: string };
        exceptionDetails?: { text: string };
      }>("script.evaluate", params);
      if (evaluated.exceptionDetails) throw new Error(evaluated.exceptionDetails.text);
      return evaluated.result.value;
    },
    act: (actions) => call("input.performActions", { context, actions }),
    windows,
    async use(window) {
      context = window;
      await call("browsingContext.activate", { context });
    },
    async close() {
      const ended = once(child, "exit");
      socket.close();
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

export const FIREFOX: Engine = {
  name: "Firefox",
  packages: "firefox-esr",
  isInstalled: () => existsSync(PROGRAM),
  start: startFirefox,
};
