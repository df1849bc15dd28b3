// React Router reloads the page when a route's code does not load, and has no setting for it. While
// the server is away that leads to the browser's own error page, so here the route fails instead
// and our error page offers a retry.
import type { Plugin } from "vite";

/** The file of React Router that is patched. */
export const ROUTE_MODULES = "react-router/dist/production/lib/dom/ssr/routeModules.js";

const RELOAD = "window.location.reload();";
const FAIL = "const fail = () => { throw error; }; return { default: fail, clientLoader: fail };";

/** @throws Error when the text to replace is gone or no longer unique */
export function failInsteadOfReloading(code: string): string {
  const parts = code.split(RELOAD);
  if (parts.length !== 2)
    throw new Error("React Router reloads the page differently: look at what it does instead.");
  return parts.join(FAIL);
}

export const stayOnFailedRoutes: Plugin = {
  name: "stay-on-failed-routes",
  apply: "build",
  transform: {
    filter: { id: /react-router\/dist\/production\/lib\/dom\/ssr\/routeModules\.js$/ },
    handler: failInsteadOfReloading,
  },
};
