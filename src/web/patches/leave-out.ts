// Leaves modules of React Router out of the browser's bundle. They serve settings that we do not
// use, but React Router imports them anyway (docs/decisions/0032).
import type { Plugin } from "vite";

/** The exports of each module, by its path in react-router/dist/production. Without its setting,
 *  functions that do nothing can replace them. */
export const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  // Lazy route discovery: react-router.config.ts chooses "initial".
  "lib/dom/ssr/fog-of-war.js": [
    "URL_LIMIT",
    "getManifestPath",
    "getPartialManifest",
    "getPatchRoutesOnNavigationFunction",
    "getPathsWithAncestors",
    "handleClientVersionMismatch",
    "isFogOfWarEnabled",
    "useFogOFWarDiscovery",
  ],
  // Instrumentation: entry.client.tsx passes none.
  "lib/router/instrumentation.js": [
    "consumeInstrumentationClientResultMetaReceiver",
    "getRouteInstrumentationUpdates",
    "instrumentClientSideRouter",
    "instrumentHandler",
    "instrumentationResultMetaContext",
  ],
};

export const leaveOut: Plugin = {
  name: "leave-out",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  load: {
    filter: { id: /react-router\/dist\/production\/lib\/.*\/(fog-of-war|instrumentation)\.js$/ },
    handler(id) {
      const [, names = []] = Object.entries(LEFT_OUT).find(([path]) => id.endsWith(path)) ?? [];
      return names.map((name) => `export const ${name} = () => undefined;`).join("\n");
    },
  },
};
