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

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), stayOnFailedRoutes],
  build: { target: "baseline-widely-available", assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // What most pages need compresses better as a few files: the frameworks, and what / and /browse have in common with other
              // pages (with all that these import; what is loaded later stays apart).
              groups: [
                { name: "vendor", test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                {
                  name: "shared",
                  test: /(lucide-react\/dist\/esm\/icons\/(cog|fuel|map-pin|search|users|zap)\.mjs|src\/(web\/(root|pages\/layouts\/public|features\/layout\/(public-layout|error-pages)|lib\/(api|page-meta|photo-sizes|rental-days|words)|ui\/(badge|controls|date-range-field|no-photo|photo))|domain\/(listing|money|photo|rental-period))\.tsx?)$/,
                },
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
