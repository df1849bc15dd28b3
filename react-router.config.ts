// React Router's settings.
import type { Config } from "@react-router/dev/config";
import { shortenBuiltManifest } from "./src/web/patches/short-manifest.ts";

export default {
  appDirectory: "src/web",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  buildEnd: ({ reactRouterConfig }) => shortenBuiltManifest(reactRouterConfig.buildDirectory),
} satisfies Config;
