import { readFileSync } from "node:fs";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/**
 * React Router reloads the page when the code of a route does not load, and has no setting for it: while the server is away that
 * leads out of the app, to the browser's own error page. Here such a route fails instead, and our error page offers to try again.
 */
const stayOnFailedRoutes: Plugin = {
  name: "stay-on-failed-routes",
  apply: "build",
  transform: {
    filter: { id: /react-router\/dist\/production\/lib\/dom\/ssr\/routeModules\.js$/ },
    handler(code) {
      const reload = "window.location.reload();";
      if (!code.includes(reload))
        this.error("React Router no longer reloads the page there: look at what it does instead.");
      const fail = "const fail = () => { throw error; };";
      return code.replace(reload, `${fail} return { default: fail, clientLoader: fail };`);
    },
  },
};

/** `geo/gazetteer.json?labels` is what a map writes of the gazetteer, a tenth of it (src/web/lib/map/labels.d.ts). */
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
        .map(({ name, kind, lat, lng, importance }) => [name.replace(/ \(.*\)$/, ""), kind, lng, lat, importance]);
      return { code: `export default ${JSON.stringify(labels)}`, moduleType: "js" };
    },
  },
};

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), stayOnFailedRoutes, mapLabels],
  build: { target: "baseline-widely-available", assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The list of every page's files comes with each first visit: names would make it a quarter longer.
            chunkFileNames: "assets/[hash].js",
            codeSplitting: {
              // What most pages need compresses better as a few files: the frameworks, and what / and /browse have in common with other
              // pages (with all that these import; what is loaded later stays apart).
              groups: [
                { name: "vendor", test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                {
                  name: "shared",
                  test: /(lucide-react\/dist\/esm\/((?!icons\/).*|icons\/(calendar-days|cog|flask-conical|fuel|image-off|map-pin|menu|search|sliders-horizontal|users|zap))\.mjs|src\/(web\/(root|pages\/layouts\/public|features\/layout\/(public-layout|error-pages)|lib\/(api|page-meta|photo-sizes|rental-days|words)|ui\/(badge|controls|date-range-field|no-photo|photo))|domain\/(listing|money|photo|rental-period))\.tsx?)$/,
                },
                // The list of every page's files, which each first visit loads, names each of these once a page: so they are few. What a
                // car's page shares with the signed-in ones comes first, or it would load all that only those need.
                { name: "icons", test: /node_modules\/lucide-react\// },
                {
                  name: "parts",
                  test: /src\/web\/(lib\/kept-text|ui\/(breakdown|chip|error-summary|facts|failed-state|list-toolbar|note|panel|return-focus|search-box|stat|empty-art))\.tsx?$/,
                },
                { name: "dates", test: /src\/domain\/(booking-deadlines|dates|zoned-time)\.ts$/ },
                { name: "sentences", test: /src\/web\/lib\/problem-sentences\.ts$/ },
                {
                  name: "signed-in",
                  test: /node_modules\/@tanstack\/|src\/web\/(features\/layout\/(dashboard-layout|navigation)|lib\/(booking-photo|focus-afterwards|list-view|paged-list|pages|query))\.tsx?$/,
                },
                { name: "bookings", test: /src\/web\/lib\/booking-(card|words)\.tsx?$/ },
              ],
            },
          },
        },
      },
    },
  },
  optimizeDeps: {
    // Found late, each of these would reload the first page of a development server.
    include: [
      "react",
      "react-dom",
      "react-dom/client",
      "react-router",
      "react-router/dom",
      "radix-ui",
      "lucide-react",
      "react-day-picker",
      "react-day-picker/locale/en-GB",
      "@supabase/auth-js",
    ],
  },
});
