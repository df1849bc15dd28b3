// Renders lucide-react's icons with lucide-icon.ts instead of its own component, which is three
// times as slow.
import { join } from "node:path";
import type { Plugin } from "vite";

/** The file of lucide-react that imports its own component, and the name by which it does. */
export const IMPORTER = "lucide-react/dist/esm/createLucideIcon.mjs";
export const REPLACED = "./Icon.mjs";

const OURS = join(import.meta.dirname, "lucide-icon.ts");

export const quickIcons: Plugin = {
  name: "quick-icons",
  enforce: "pre", // Before Vite itself looks for the file.
  apply: "build",
  config: () => ({ ssr: { noExternal: ["lucide-react"] } }),
  resolveId: {
    filter: { id: /^\.\/Icon\.mjs$/ },
    handler: (_id, importer) => (importer?.endsWith(IMPORTER) ? OURS : undefined),
  },
  generateBundle() {
    if (![...this.getModuleIds()].some((id) => id.endsWith("src/web/patches/lucide-icon.ts")))
      this.error("lucide-react draws its icons differently: look at what it does instead.");
  },
};
