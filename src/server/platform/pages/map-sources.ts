// The external sources of an instance's maps, for the Content-Security-Policy. There are none when
// the bundled islands are drawn.
import type { PageMapSettings } from "../../../contract/page-contexts.ts";

/** Sources to add to a directive of the policy. */
export type MapHosts = Partial<
  Record<
    "script-src" | "style-src" | "img-src" | "font-src" | "connect-src" | "worker-src",
    readonly string[]
  >
>;

/**
 * The hosts in Google's guide (Maps JavaScript API, Content Security Policy), without its
 * 'unsafe-eval', which the map does not need.
 */
const GOOGLE: MapHosts = {
  "script-src": ["https://maps.googleapis.com"],
  "style-src": ["https://fonts.googleapis.com"],
  "img-src": [
    "https://*.googleapis.com",
    "https://*.gstatic.com",
    "https://*.google.com",
    "https://*.ggpht.com",
  ],
  "font-src": ["https://fonts.gstatic.com"],
  "connect-src": ["https://*.googleapis.com", "https://*.gstatic.com", "https://*.google.com"],
  "worker-src": ["blob:"],
};

/**
 * @returns the sources of this instance's maps. A custom style must load everything from its own
 * origin.
 */
export function mapHosts({ google, styleUrl }: PageMapSettings): MapHosts {
  if (!styleUrl) return google ? GOOGLE : {};
  const { origin } = new URL(styleUrl);
  const add = (directive: keyof MapHosts): string[] => [
    origin,
    ...((google && GOOGLE[directive]) || []),
  ];
  return { ...(google && GOOGLE), "connect-src": add("connect-src"), "img-src": add("img-src") };
}
