// The meta tags of pages: the title with the product's name, and for public pages the canonical
// address and the Open Graph basics.
import type { MetaDescriptor } from "react-router";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { SOCIAL_IMAGE } from "../../../domain/listing/photo.ts";
import type { RootData } from "../../api/request-context.ts";

export const pageTitle = (page: string): string => `${page} | ${PRODUCT_NAME}`;

/** For a route's `meta`: `pageMeta("Dashboard")`. */
export function pageMeta(title: string, description?: string): MetaDescriptor[] {
  return [
    { title: pageTitle(title) },
    ...(description ? [{ name: "description", content: description }] : []),
  ];
}

/** The part of a route's `meta` arguments that this file reads: the root's data. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** PUBLIC_URL; empty if the root failed, so addresses stay relative. */
const findOrigin = (matches: Matches): string =>
  (matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined)?.origin ?? "";

export interface PublicPage {
  title: string;
  description: string;
  /** From web/paths.ts: the canonical path, without any request parameters. */
  path: string;
  /** The Open Graph type. */
  type?: "website" | "article" | "product";
  /** A JPEG of SOCIAL_IMAGE's size; the product's own by default. */
  image?: { path: string; alt: string };
}

/** In public/. */
const SHARE = { path: "/share.jpg", alt: `${PRODUCT_NAME}: a car on a coast road` };

/** The `meta` of a public, indexable page. */
export function publicMeta(
  matches: Matches,
  { title, description, path, type = "website", image = SHARE }: PublicPage,
) {
  const url = findOrigin(matches) + path;
  const openGraph = {
    site_name: PRODUCT_NAME,
    type,
    title,
    description,
    url,
    image: findOrigin(matches) + image.path,
    "image:type": "image/jpeg",
    "image:width": String(SOCIAL_IMAGE.width),
    "image:height": String(SOCIAL_IMAGE.height),
    "image:alt": image.alt,
  };
  return [
    ...pageMeta(title, description),
    { tagName: "link", rel: "canonical", href: url },
    ...Object.entries(openGraph).map(([name, content]) => ({ property: `og:${name}`, content })),
    { name: "twitter:card", content: "summary_large_image" },
  ] satisfies MetaDescriptor[];
}
