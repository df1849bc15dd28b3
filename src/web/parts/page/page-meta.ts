// The head of a page: every title ends with the product's name. What other sites show of a public page (its address, and Open Graph's
// basics) comes with it.
import type { MetaDescriptor } from "react-router";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { SHARE_PICTURE } from "../../../domain/listing/photo.ts";
import type { RootData } from "../../api/request-context.ts";

export const titleOf = (page: string): string => `${page} | ${PRODUCT_NAME}`;

/** For a route's `meta`: `pageMeta("Dashboard")`. */
export function pageMeta(title: string, description?: string): MetaDescriptor[] {
  return [{ title: titleOf(title) }, ...(description ? [{ name: "description", content: description }] : [])];
}

/** What a route's `meta` is given, as far as this file reads it: the root's data comes first. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** PUBLIC_URL; empty where the root failed, and addresses stay relative. */
const originOf = (matches: Matches): string =>
  (matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined)?.origin ?? "";

export interface PublicPage {
  title: string;
  description: string;
  /** Of web/paths.ts: the one address of the page, whatever parameters it was asked with. */
  path: string;
  /** Of Open Graph. */
  type?: "website" | "article" | "product";
  /** A JPEG of SHARE_PICTURE's size; the product's own unless it says otherwise. */
  image?: { path: string; alt: string };
}

/** In public/. */
const SHARE = { path: "/share.jpg", alt: `${PRODUCT_NAME}: a car on a coast road` };

/** For the `meta` of a page that is there for everybody, and for search engines. */
export function publicMeta(
  matches: Matches,
  { title, description, path, type = "website", image = SHARE }: PublicPage,
) {
  const url = originOf(matches) + path;
  const openGraph = {
    site_name: PRODUCT_NAME,
    type,
    title,
    description,
    url,
    image: originOf(matches) + image.path,
    "image:type": "image/jpeg",
    "image:width": String(SHARE_PICTURE.width),
    "image:height": String(SHARE_PICTURE.height),
    "image:alt": image.alt,
  };
  return [
    ...pageMeta(title, description),
    { tagName: "link", rel: "canonical", href: url },
    ...Object.entries(openGraph).map(([name, content]) => ({ property: `og:${name}`, content })),
    { name: "twitter:card", content: "summary_large_image" },
  ] satisfies MetaDescriptor[];
}
