import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: "baseline-widely-available", assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // What every page needs compresses better as one file.
              groups: [{ name: "vendor", test: /node_modules\/(react|react-dom|react-router|scheduler)\// }],
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
