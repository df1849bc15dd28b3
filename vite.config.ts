// The build of the web: React Router, map labels and the chunks of the browser's bundle.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { withoutQualifier } from "./src/domain/place/bahamas.ts";
import { leaveOut } from "./src/web/patches/leave-out.ts";
import { stayOnFailedRoutes } from "./src/web/patches/stay-on-failed-routes.ts";

/** `geo/gazetteer.json?labels` is the tenth of the gazetteer that maps label
 *  (src/web/parts/map/labels.d.ts). */
const mapLabels: Plugin = {
  name: "map-labels",
  load: {
    filter: { id: /\/gazetteer\.json\?labels$/ },
    handler(id) {
      const file = id.replace("?labels", "");
      this.addWatchFile(file);
      const places = JSON.parse(readFileSync(file, "utf8")) as {
        name: string;
        kind: string;
        lat: number;
        lng: number;
        importance: number;
      }[];
      const labels = places
        .filter(({ kind }) => ["island", "settlement", "neighbourhood", "airport"].includes(kind))
        .map(({ name, kind, lat, lng, importance }) => [
          withoutQualifier(name),
          kind,
          lng,
          lat,
          importance,
        ]);
      return { code: `export default ${JSON.stringify(labels)}`, moduleType: "js" };
    },
  },
};

/** The modules of a trip's page: the document, the layouts and the page itself. */
const TRIP_PAGES =
  /src\/web\/(entry\.client|root|app\/layouts\/(renter|host|hosting)-pages|areas\/(renter|host)\/trip\/[\w-]+)\.tsx/;

/** `trip-files.json` lists the files that trip pages may load, for their service worker
 *  (public/trip-worker.js). */
const tripFiles: Plugin = {
  name: "trip-files",
  applyToEnvironment: ({ name }) => name === "client",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const files = new Set<string>();
      const add = (name: string): void => {
        const chunk = bundle[name];
        if (!chunk || files.has(name)) return;
        files.add(name);
        if (chunk.type !== "chunk") return;
        for (const each of [...chunk.imports, ...chunk.dynamicImports]) add(each);
        for (const each of chunk.viteMetadata?.importedCss ?? []) add(each);
        for (const each of chunk.viteMetadata?.importedAssets ?? []) add(each);
      };
      let entry = "";
      for (const [name, chunk] of Object.entries(bundle)) {
        const module = chunk.type === "chunk" ? (chunk.facadeModuleId ?? "") : "";
        if (TRIP_PAGES.test(module)) add(name);
        if (module.includes("entry.client.tsx")) entry = `/${name}`;
      }
      if (!entry) this.error("The entry of the browser's bundle was not found.");
      const paths = [...files].map((name) => `/${name}`).toSorted();
      const version = createHash("sha256").update(paths.join()).digest("hex").slice(0, 16);
      const source = JSON.stringify({ version, entry, files: paths });
      this.emitFile({ type: "asset", fileName: "trip-files.json", source });
    },
  },
};

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), leaveOut, stayOnFailedRoutes, mapLabels, tripFiles],
  build: { target: "baseline-widely-available", assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Each first visit loads the list of every page's files; names would make it a quarter
            // larger.
            entryFileNames: "assets/[hash].js",
            chunkFileNames: "assets/[hash].js",
            codeSplitting: {
              // Ordered by how many public pages need each group: a group includes imports that no
              // earlier group has, so code of signed-in pages comes last and stays out of public
              // files. A shared file compresses better, but costs an entry per page in the list of
              // files that each first visit loads.
              groups: [
                {
                  name: "vendor",
                  test: /rolldown\/runtime|node_modules\/(react|react-dom|react-router|scheduler)\//,
                },
                {
                  name: "frame",
                  test: /src\/web\/(root|app\/(layouts\/public-pages|error-page|shell\/public-layout)|parts\/page\/(page-meta|shared-text)|ui\/(badge|icon|static-part|overlay\/close-on-back))\.tsx?$/,
                },
                { name: "fields", test: /src\/web\/ui\/form\/(controls|field|search-box)\.tsx$/ },
                {
                  name: "rules",
                  test: /src\/domain\/(booking\/(booking-deadlines|rental-period)|calendar\/(dates|zoned-time)|money\/(money|rates)|person\/renter|text\/format)\.ts$/,
                },
                { name: "charge", test: /src\/domain\/money\/charge(-line)?\.ts$/ },
                {
                  name: "calls",
                  test: /src\/web\/(api\/(api|explain|with-reason)|session\/access-token)\.ts$/,
                },
                {
                  name: "search",
                  test: /src\/(web\/(parts\/(listing\/(car-tile|photo-sizes)|booking\/(rental-days|trip-dates))|ui\/(on-near|form\/date-range-field|photo\/(no-photo|photo)))|domain\/listing\/photo)\.tsx?$/,
                },
                {
                  name: "gallery",
                  test: /src\/web\/ui\/photo\/photo-(gallery|strip)\.tsx$/,
                },
                {
                  name: "notes",
                  test: /src\/web\/(app\/shell\/needs-scripts|forms\/(drafts|stored-text)|ui\/(breakdown|form\/error-summary|note|panel))\.tsx?$/,
                },
                {
                  name: "car-parts",
                  test: /src\/(domain\/text\/(broken-rule|missing-add-ons)|web\/(api\/(as-user|booking-changes)|parts\/booking\/booking-outcome|ui\/(when-near|avatar)))\.tsx?$/,
                },
                { name: "roles", test: /src\/domain\/person\/roles\.ts$/ },
                {
                  name: "sentences",
                  test: /src\/web\/api\/(as-user|problem-sentences|show-failure)\.ts$/,
                },
                {
                  name: "parts",
                  test: /src\/web\/ui\/(form\/(chip|list-toolbar)|facts|failed-state|focus\/return-focus|section-links|stat|empty-art)\.tsx?$/,
                },
                { name: "account", test: /src\/web\/session\/account(-change)?\.ts$/ },
                {
                  name: "signed-in",
                  test: /node_modules\/@tanstack\/|src\/web\/(app\/shell\/(dashboard-layout|navigation)|parts\/(booking\/booking-photo|list\/(list-view|paged-list))|ui\/focus\/focus-afterwards|api\/(api-cache|endpoint-groups|live|live-changes|query|use-api))\.tsx?$/,
                },
                { name: "bookings", test: /src\/web\/parts\/booking\/booking-(card|text)\.tsx?$/ },
              ],
            },
          },
        },
      },
    },
  },
  optimizeDeps: {
    // If discovered late, each of these would reload the first page of a development server.
    include: [
      "react",
      "react-dom",
      "react-dom/client",
      "react-router",
      "react-router/dom",
      "radix-ui",
      "@supabase/auth-js",
      "@supabase/realtime-js",
    ],
  },
});
