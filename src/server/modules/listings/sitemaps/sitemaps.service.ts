// robots.txt and the sitemaps: the static pages, the islands with cars, every public car, and the
// hosts of public cars.
import { URLS_PER_SITEMAP } from "../../../../contract/listings/sitemaps.ts";
import { DomainError } from "../../../../domain/errors.ts";
import type { Ctx, DbCtx } from "../../../platform/context.ts";
import {
  countHosts,
  countPublic,
  findHostSlice,
  findIslandsWithCars,
  findPublicSlice,
} from "./sitemaps.repository.ts";

const PAGES = ["/", "/browse", "/about", "/pricing", "/faq", "/support", "/terms", "/privacy"];

/**
 * Paths for signed-in people and paths that are not pages. Photo files and the API description stay
 * open.
 */
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

export const robots = (ctx: Pick<Ctx, "publicUrl">): string =>
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

/**
 * URLs consist of PUBLIC_URL, ids and known words, so only the setting can contain characters that
 * XML needs escaped.
 */
const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

export async function sitemapIndex(ctx: Pick<Ctx, "db" | "publicUrl">): Promise<string> {
  const [cars, hosts] = await Promise.all([countPublic(ctx.db), countHosts(ctx.db)]);
  const listFiles = (kind: Kind, count: number): string[] =>
    Array.from({ length: Math.ceil(count / URLS_PER_SITEMAP) }, (_, n) => `${kind}-${n + 1}.xml`);
  const names = ["pages.xml", ...listFiles("cars", cars), ...listFiles("hosts", hosts)];
  const entries = names.map(
    (name) => `<sitemap><loc>${escape(`${ctx.publicUrl()}/sitemaps/${name}`)}</loc></sitemap>`,
  );
  return `${OPENING}<sitemapindex ${NAMESPACE}>\n${entries.join("\n")}\n</sitemapindex>\n`;
}

/** @throws DomainError route_not_found for a name that is not in the index */
export async function sitemap(ctx: Pick<Ctx, "db" | "publicUrl">, name: string): Promise<string> {
  const urls = name === "pages.xml" ? await pageUrls(ctx) : await manyUrls(ctx, name);
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

const pageUrls = async (ctx: DbCtx): Promise<SitemapUrl[]> =>
  [...PAGES, ...(await findIslandsWithCars(ctx.db)).map((island) => `/browse/${island}`)].map(
    (path) => ({ path }),
  );

type Kind = "cars" | "hosts";
const KINDS = {
  cars: { find: findPublicSlice, path: (id: string) => `/book/${id}` },
  hosts: { find: findHostSlice, path: (id: string) => `/hosts/${id}` },
};

async function manyUrls(ctx: DbCtx, name: string): Promise<SitemapUrl[]> {
  const [, kind, file] = /^(cars|hosts)-([1-9]\d{0,3})\.xml$/.exec(name) ?? [];
  if (kind !== "cars" && kind !== "hosts") return [];
  const { find, path } = KINDS[kind];
  const rows = await find(ctx.db, {
    offset: (Number(file) - 1) * URLS_PER_SITEMAP,
    limit: URLS_PER_SITEMAP,
  });
  return rows.map(({ id, updated_at }) => ({ path: path(id), changedAt: updated_at }));
}
