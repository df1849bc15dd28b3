// robots.txt and the sitemaps: the pages that do not change, the islands with cars, and every public car.
import { CARS_PER_SITEMAP } from "../../../contract/sitemaps.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { Ctx } from "../../platform/context.ts";
import { countPublic, findIslandsWithCars, findPublicSlice } from "./listings.repository.ts";

const PAGES = ["/", "/browse", "/about", "/pricing", "/faq", "/support", "/terms", "/privacy"];

/** What is only for people who are signed in, and what is no page. The files of photos and the description of the API stay open. */
const CLOSED = [
  "/admin",
  "/api/",
  "/auth",
  "/booking-success",
  "/bookings",
  "/calendar/",
  "/dashboard",
  "/dev/",
  "/favorites",
  "/functions/",
  "/host/",
  "/messages",
  "/profile",
  "/sandbox/",
  "/settings",
];

export const robots = (ctx: Ctx): string =>
  [
    "User-agent: *",
    ...CLOSED.map((path) => `Disallow: ${path}`),
    "Allow: /api/docs",
    "",
    `Sitemap: ${ctx.publicUrl()}/sitemap.xml`,
    "",
  ].join("\n");

const OPENING = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Addresses are PUBLIC_URL with ids and known words behind it; only the setting could hold what XML minds. */
const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

export async function sitemapIndex(ctx: Ctx): Promise<string> {
  const files = Math.ceil((await countPublic(ctx)) / CARS_PER_SITEMAP);
  const names = ["pages.xml", ...Array.from({ length: files }, (_, n) => `cars-${n + 1}.xml`)];
  const entries = names.map((name) => `<sitemap><loc>${escape(`${ctx.publicUrl()}/sitemaps/${name}`)}</loc></sitemap>`);
  return `${OPENING}<sitemapindex ${NAMESPACE}>\n${entries.join("\n")}\n</sitemapindex>\n`;
}

/** @throws DomainError route_not_found for a name that the index does not hold */
export async function sitemap(ctx: Ctx, name: string): Promise<string> {
  const urls =
    name === "pages.xml" ? await pageUrls(ctx) : await carUrls(ctx, /^cars-([1-9]\d{0,3})\.xml$/.exec(name)?.[1]);
  if (urls.length === 0) throw new DomainError("route_not_found");
  const entries = urls.map(
    ({ path, changedAt }) =>
      `<url><loc>${escape(ctx.publicUrl() + path)}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ""}</url>`,
  );
  return `${OPENING}<urlset ${NAMESPACE}>\n${entries.join("\n")}\n</urlset>\n`;
}

interface SitemapUrl {
  path: string;
  /** ISO 8601, UTC. */
  changedAt?: string;
}

const pageUrls = async (ctx: Ctx): Promise<SitemapUrl[]> =>
  [...PAGES, ...(await findIslandsWithCars(ctx)).map((island) => `/browse/${island}`)].map((path) => ({ path }));

async function carUrls(ctx: Ctx, file: string | undefined): Promise<SitemapUrl[]> {
  if (file === undefined) return [];
  const cars = await findPublicSlice(ctx, { offset: (Number(file) - 1) * CARS_PER_SITEMAP, limit: CARS_PER_SITEMAP });
  return cars.map(({ id, updated_at }) => ({ path: `/book/${id}`, changedAt: updated_at }));
}
