// Endpoints for search engines: robots.txt and sitemaps (sitemaps.org).
import { z } from "zod";
import { endpoint } from "../endpoint.ts";

/** Far below the limit of 50,000 per sitemap, so that each is generated and sent as a whole. */
export const URLS_PER_SITEMAP = 10_000;

export const getRobots = endpoint({
  method: "GET",
  path: "/robots.txt",
  access: "public",
  summary: "The rules for search engine crawlers.",
  contentType: "text/plain",
  output: z.string(),
  errors: [],
});

export const getSitemapIndex = endpoint({
  method: "GET",
  path: "/sitemap.xml",
  access: "public",
  summary: "The index of all sitemaps.",
  contentType: "text/xml",
  output: z.string(),
  errors: [],
});

export const getSitemap = endpoint({
  method: "GET",
  path: "/sitemaps/{name}",
  access: "public",
  summary:
    "One sitemap: pages.xml, cars-1.xml, hosts-1.xml and so on. Cars that are not public and hosts without public cars are omitted.",
  params: z.strictObject({ name: z.string().max(40) }),
  contentType: "text/xml",
  output: z.string(),
  errors: ["route_not_found"],
});
