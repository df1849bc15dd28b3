// About. All of it is text, so a first visit keeps the rendered HTML.
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { publicMeta } from "../../parts/page/page-meta.ts";
import { paths } from "../../paths.ts";
import { staticPart } from "../../ui/static-part.tsx";
import type { Route } from "./+types/about";

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: "About",
    description: `${PRODUCT_NAME} brings together people in The Bahamas who own a car and people who need one.`,
    path: paths.about(),
  });

export default staticPart(() => import("./about-text.tsx"));
