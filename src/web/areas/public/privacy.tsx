// The Privacy Policy. All of it is text, so a first visit keeps the rendered HTML.
import { publicMeta } from "../../parts/page/page-meta.ts";
import { paths } from "../../paths.ts";
import { staticPart } from "../../ui/static-part.tsx";
import type { Route } from "./+types/privacy";

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: "Privacy Policy",
    description: "What we keep about you, where, and who sees it.",
    path: paths.privacy(),
  });

export default staticPart(() => import("./privacy-text.tsx"));
