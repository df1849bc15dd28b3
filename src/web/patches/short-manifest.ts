// Shortens the list of routes that every first visit loads. React Router lists the files of every
// page in it, but reads them only to prefetch a page and to preload the current one, whose HTML has
// them already. It also lists what a route does not have, which is the same as not listing it.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The ids of the routes that links prefetch (car-tile.tsx, prefetch-car-page.tsx). */
const PREFETCHED: readonly string[] = ["book"];

const MANIFEST_FILE = /^manifest-\w+\.js$/;
const MANIFEST = /^window\.__reactRouterManifest=(\{.*\});$/s;

interface Manifest {
  routes: Record<string, { id: string; imports?: readonly string[] }>;
}

/** A flag that is false, or one that the browser never reads. */
const isNeedless = ([name, value]: [string, unknown]): boolean =>
  value === false || name === "hasDefaultExport";

/** Drops the imports of pages that are never prefetched, and needless flags.
 *  @throws Error when the file is not as React Router writes it today */
export function shortenManifest(code: string): string {
  const [, json] = MANIFEST.exec(code) ?? [];
  if (json === undefined)
    throw new Error("React Router writes its manifest differently: look at what changed.");
  const { routes, ...rest } = JSON.parse(json) as Manifest;
  const shortened = Object.entries(routes).map(([id, { imports, ...route }]) => [
    id,
    {
      ...Object.fromEntries(Object.entries(route).filter((flag) => !isNeedless(flag))),
      ...(PREFETCHED.includes(id) && { imports }),
    },
  ]);
  const manifest = { ...rest, routes: Object.fromEntries(shortened) as unknown };
  return `window.__reactRouterManifest=${JSON.stringify(manifest)};`;
}

/** Shortens the manifest of a finished build. @param buildDirectory its absolute path */
export async function shortenBuiltManifest(buildDirectory: string): Promise<void> {
  const assets = join(buildDirectory, "client", "assets");
  const files = (await readdir(assets)).filter((name) => MANIFEST_FILE.test(name));
  if (files.length !== 1) throw new Error(`Expected one manifest, found ${files.length}.`);
  for (const name of files) {
    const path = join(assets, name);
    await writeFile(path, shortenManifest(await readFile(path, "utf8")));
  }
}
