// The service worker of trip pages (public/trip-worker.js), with a network and caches of the test.
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { beforeEach, expect, test, vi } from "vitest";

const ORIGIN = "https://caydrive.test";
const CODE = readFileSync(new URL("../../../../../public/trip-worker.js", import.meta.url), "utf8");
const PAGE = "/bookings/0f0f0f0f-0000-4000-8000-000000000001/trip";
const OTHER = "/bookings/0f0f0f0f-0000-4000-8000-000000000002/trip";
const PHOTO = "/storage/v1/object/public/car-images/1.jpg";

const redirect = vi.fn<typeof Response.redirect>();

type Handler = (event: object) => void;

/** The responses of the network, by path: a body, or a status, negative after a redirect. Anything
 *  else fails, as without a network. */
let network: Map<string, string | number>;
/** How long it takes. */
let delayMs: number;
let stored: Map<string, Map<string, Response>>;
let handlers: Map<string, Handler>;

const toPath = (address: string | { url: string }): string => {
  const { pathname } = new URL(typeof address === "string" ? address : address.url, ORIGIN);
  return pathname;
};

async function fetchFake(address: string | { url: string }): Promise<Response> {
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  const found = network.get(toPath(address));
  if (found === undefined) throw new TypeError("Failed to fetch");
  if (typeof found === "string") return new Response(found);
  const response = new Response(null, { status: Math.abs(found) });
  return found < 0 ? Object.defineProperty(response, "redirected", { value: true }) : response;
}

function openCache(name: string) {
  const entries = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, entries);
  return {
    match: async (address: string) => entries.get(toPath(address))?.clone(),
    put: async (address: string, response: Response) => void entries.set(toPath(address), response),
    keys: async () => [...entries.keys()].map((path) => ({ url: ORIGIN + path })),
  };
}

beforeEach(() => {
  network = new Map();
  delayMs = 0;
  stored = new Map();
  handlers = new Map();
  const caches = {
    open: async (name: string) => openCache(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (address: string) =>
      [...stored.values()]
        .find((entries) => entries.has(toPath(address)))
        ?.get(toPath(address))
        ?.clone(),
  };
  const addEventListener = (name: string, handler: Handler) => void handlers.set(name, handler);
  const later: typeof setTimeout = ((work: () => void, ms: number, ...given: never[]) =>
    setTimeout(work, ms, ...given)) as never; // Fake timers replace it later.
  const self = { addEventListener, location: { origin: ORIGIN }, skipWaiting: () => {} };
  runInNewContext(CODE, {
    self,
    caches,
    fetch: fetchFake,
    URL,
    Promise,
    setTimeout: later,
    Response: { redirect },
    Error,
    Map,
    Set,
  });
});

/** What the worker answers to a request; undefined if it leaves it to the browser. */
async function ask(path: string, options: { mode?: string; method?: string } = {}) {
  let answer: Promise<Response> | undefined;
  const request = { url: ORIGIN + path, mode: "cors", method: "GET", ...options };
  const respondWith = (response: Promise<Response>) => void (answer = response);
  handlers.get("fetch")?.({ request, respondWith });
  return answer && (await answer).text();
}
const open = (path: string) => ask(path, { mode: "navigate" });

/** @returns what the worker posts on the message's port */
async function send(data: object): Promise<unknown> {
  let work: Promise<unknown> | undefined;
  let posted: unknown;
  const waitUntil = (promise: Promise<unknown>) => void (work = promise);
  const port = { postMessage: (message: unknown) => void (posted = message) };
  handlers.get("message")?.({ data, ports: [port], waitUntil });
  await work;
  return posted;
}
/** @returns whether the worker says that the page is stored */
const store = (page: string, image: string | null = null) => send({ store: { page, image } });

/** Puts a build on the network. */
function release(version: string): void {
  const html = `<script src="/assets/${version}.js"></script>`;
  for (const page of [PAGE, OTHER]) network.set(page, html);
  network.set(`/assets/${version}.js`, version);
  network.set(`/assets/lazy-${version}.js`, `lazy ${version}`);
  network.set(PHOTO, "photo");
  const files = [`/assets/${version}.js`, `/assets/lazy-${version}.js`];
  network.set("/trip-files.json", JSON.stringify({ version, entry: files[0], files }));
}

test("stores a page with its files and the car's photo, and opens them without a network", async () => {
  release("one");
  expect(await store(PAGE, PHOTO)).toBe(true);
  network.clear();
  expect(await open(`${PAGE}?from=mail`)).toContain("/assets/one.js");
  expect(await ask("/assets/lazy-one.js")).toBe("lazy one");
  expect(await ask(`${PHOTO}?width=480`)).toBe("photo");
  await expect(open(OTHER)).rejects.toThrow("Failed to fetch");
});

test("serves the network's page, unless it is slow or the server can't be reached", async () => {
  release("one");
  await store(PAGE);
  network.set(PAGE, "the latest");
  expect(await open(PAGE)).toBe("the latest");
  network.set(PAGE, 503);
  expect(await open(PAGE)).toContain("/assets/one.js");
  network.set(PAGE, "late");
  vi.useFakeTimers();
  delayMs = 3001;
  const opening = open(PAGE);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await opening).toContain("/assets/one.js");
  vi.useRealTimers();
});

test.each([
  ["/", { mode: "navigate" }],
  ["/bookings", { mode: "navigate" }],
  ["/bookings/0f0f0f0f-0000-4000-8000-000000000001/receipt", { mode: "navigate" }],
  ["/api/bookings/0f0f0f0f-0000-4000-8000-000000000001/trip", {}],
  ["/assets/one.js", { method: "POST" }],
])("leaves %s to the browser", async (path, options) => {
  release("one");
  network.set(path, "a page");
  await store(PAGE);
  expect(await ask(path, options)).toBeUndefined();
});

test("replaces a build once the next one is complete, for all stored pages", async () => {
  release("one");
  await store(PAGE);
  await store(OTHER);
  network.clear();
  release("two");
  network.delete("/assets/lazy-two.js");
  await store(PAGE);
  network.clear();
  expect(await open(PAGE)).toContain("/assets/one.js");
  expect(await ask("/assets/lazy-one.js")).toBe("lazy one");

  release("two");
  await store(PAGE);
  network.clear();
  for (const page of [PAGE, OTHER]) expect(await open(page)).toContain("/assets/two.js");
  expect([...stored.keys()]).toEqual(["caydrive-trip-two"]);
});

test("stores nothing while the page and the list of files are from different builds", async () => {
  release("two");
  network.set(PAGE, '<script src="/assets/one.js"></script>');
  await store(PAGE);
  expect(stored.size).toBe(0);
});

test("stores no page that is not a trip's", async () => {
  release("one");
  network.set("/dashboard", '<script src="/assets/one.js"></script>');
  await store("/dashboard");
  expect(stored.size).toBe(0);
});

const REDIRECTED = -200;
test.each([401, 403, 404, 500, REDIRECTED])(
  "reports a failure if the page or a file responds with %s",
  async (status) => {
    for (const path of [PAGE, "/assets/lazy-one.js"]) {
      release("one");
      network.set(path, status);
      expect(await store(PAGE)).toBe(false);
      network.clear();
      await expect(open(PAGE)).rejects.toThrow("Failed to fetch");
    }
  },
);

test("the installed app opens the page of the network or, without one, the stored trip", async () => {
  release("one");
  network.set("/bookings/next", "home");
  await store(OTHER);
  await store(PAGE);
  expect(await open("/bookings/next")).toBe("home");
  network.clear();
  redirect.mockReturnValue(new Response("moved"));
  expect(await open("/bookings/next")).toBe("moved");
  expect(redirect).toHaveBeenCalledWith(ORIGIN + PAGE, 302);
});

test("stores a page without the car's photo if that fails", async () => {
  release("one");
  network.set(PHOTO, 500);
  expect(await store(PAGE, PHOTO)).toBe(true);
  network.clear();
  expect(await open(PAGE)).toContain("/assets/one.js");
});

test("stores nothing once everything is being removed", async () => {
  release("one");
  await store(OTHER);
  const storing = store(PAGE);
  await send({ forget: true });
  expect(await storing).toBe(false);
  expect(stored.size).toBe(0);
});
