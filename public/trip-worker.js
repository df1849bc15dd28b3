// The service worker of trip pages: opens them, and the installed app, without a network. It
// controls only documents below /bookings/ and /host/bookings/. It stores the page, which is the
// same for everybody, the files of the build and the car's public photo. The page itself stores
// personal data, by person (src/web/session/phone-store.ts). Sign-out removes this worker and its
// files.

const PREFIX = "caydrive-trip-";
const PAGE = /^\/(host\/)?bookings\/[0-9a-f-]{36}\/trip$/;
/** Where the installed app begins (manifest.webmanifest). With a network, it leads home. */
const START = "/bookings/next";
const PUBLIC_PHOTO = "/storage/v1/object/public/";
/** The files that trip pages may load (vite.config.ts). */
const FILES = "/trip-files.json";
/** A stored page is shown if the network takes longer. */
const MAX_WAIT_MS = 3000;

// Pages are never reloaded: each document goes on with the files that it began with, which have the
// hash of their content in their names.
self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("message", (event) => {
  const { store, forget } = event.data ?? {};
  if (store) {
    const begun = forgotten;
    event.waitUntil(
      queue(() => storePage(store, begun)).then((isStored) => answer(event, isStored)),
    );
  }
  if (forget) {
    forgotten += 1;
    event.waitUntil(queue(removeCaches));
  }
});

/** Tells the page whether it is stored. */
const answer = ({ ports: [port] }, isStored) => port?.postMessage(isStored);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (pathname === START) event.respondWith(openStart(request));
    else if (PAGE.test(pathname)) event.respondWith(openPage(request, pathname));
  } else if (pathname.startsWith("/assets/")) event.respondWith(openFile(request));
  else if (pathname.startsWith(PUBLIC_PHOTO)) event.respondWith(openPhoto(request, pathname));
});

/** Without a network, the app begins with the trip that was stored last. */
async function openStart(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const pages = [];
    for (const name of await ourCaches())
      for (const { url } of await (await caches.open(name)).keys())
        if (PAGE.test(new URL(url).pathname)) pages.push(url);
    if (pages.length === 0) throw error;
    return Response.redirect(pages.at(-1), 302);
  }
}

/** The page from the network; the stored one if the network fails, is slow, or reaches no server. */
async function openPage(request, pathname) {
  const fetched = fetch(request);
  const stored = await findStored(pathname);
  if (!stored) return fetched;
  const deadline = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS, stored));
  const response = await Promise.race([fetched, deadline]).catch(() => stored);
  return response.status >= 500 ? stored : response;
}

const openFile = async (request) => (await findStored(request.url)) ?? fetch(request);

/** One size of a photo is stored, and used for all. */
async function openPhoto(request, pathname) {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await findStored(pathname);
    if (stored) return stored;
    throw error;
  }
}

/** The response in any cache: the previous build's until the next one is complete. */
const findStored = (address) => caches.match(address);

const ourCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

let last = Promise.resolve();
/** Runs storage tasks one at a time. @returns what `work` returns; false if it fails */
function queue(work) {
  last = last.then(work).catch(() => false);
  return last;
}

/** Counts removals. A task that began before the latest one stores nothing. */
let forgotten = 0;

async function removeCaches() {
  for (const name of await ourCaches()) await caches.delete(name);
}

/**
 * Stores a page with the files of its build, and then removes the files of earlier builds.
 * @param page the path of a trip page
 * @param image the URL of the car's photo, or null
 * @param begun the count of removals when the page asked
 * @returns whether the page opens without a network
 */
async function storePage({ page, image }, begun) {
  if (!PAGE.test(page)) return false;
  const own = await load(page);
  const html = await own.clone().text();
  const documents = new Map([[page, own]]);
  const list = await (await load(FILES, "no-cache")).json();
  // During a release, the page and the list may come from different builds.
  if (!html.includes(list.entry)) return false;
  const files = new Set([...list.files, ...html.match(/\/assets\/[\w./-]+/g)]);
  const name = PREFIX + list.version;
  const cache = await caches.open(name);
  for (const file of files) {
    if (forgotten !== begun) return false; // removeCaches() is next.
    if (!(await cache.match(file))) await cache.put(file, await load(file));
  }
  const older = (await ourCaches()).filter((each) => each !== name);
  for (const each of older)
    for (const { url } of await (await caches.open(each)).keys()) {
      const { pathname } = new URL(url);
      if (!PAGE.test(pathname) || documents.has(pathname)) continue;
      const document = await load(pathname).catch(() => undefined);
      if (document) documents.set(pathname, document);
    }
  if (forgotten !== begun) return false;
  for (const [path, document] of documents) await cache.put(path, document);
  for (const each of older) await caches.delete(each);
  await storePhoto(cache, image).catch(() => undefined); // The page works without it.
  return true;
}

async function storePhoto(cache, image) {
  if (image?.startsWith(PUBLIC_PHOTO) && !(await cache.match(image)))
    await cache.put(image, await load(`${image}?width=960`));
}

/** @throws Error unless the response is complete and from this address */
async function load(address, cache = "default") {
  const response = await fetch(address, { cache });
  if (!response.ok || response.redirected) throw new Error(`${address}: ${response.status}`);
  return response;
}
