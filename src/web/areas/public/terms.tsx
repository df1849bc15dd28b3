// Terms of Service. All of it is text, so a first visit keeps the rendered HTML.
import { publicMeta } from "../../parts/page/page-meta.ts";
import { paths } from "../../paths.ts";
import { staticPart } from "../../ui/static-part.tsx";
import type { Route } from "./+types/terms";

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: "Terms of Service",
    description: "Prices and fees, when your card is charged, cancellation, and who may rent.",
    path: paths.terms(),
  });

export default staticPart(() => import("./terms-text.tsx"));
