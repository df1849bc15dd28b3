// Where maps come from on an instance, and what the pages' Content-Security-Policy allows for it: nothing where the bundled islands draw them.

/** As the web's api/request-context.ts hands it to the pages. */
export interface MapSettings {
  google: boolean;
  styleUrl: string | null;
}

/** Sources that are added to a directive of the policy. */
export type MapHosts = Partial<
  Record<"script-src" | "style-src" | "img-src" | "font-src" | "connect-src" | "worker-src", readonly string[]>
>;

/** The hosts of Google's guide (Maps JavaScript API, Content Security Policy), without its 'unsafe-eval': the map draws without. */
const GOOGLE: MapHosts = {
  "script-src": ["https://maps.googleapis.com"],
  "style-src": ["https://fonts.googleapis.com"],
  "img-src": ["https://*.googleapis.com", "https://*.gstatic.com", "https://*.google.com", "https://*.ggpht.com"],
  "font-src": ["https://fonts.gstatic.com"],
  "connect-src": ["https://*.googleapis.com", "https://*.gstatic.com", "https://*.google.com"],
  "worker-src": ["blob:"],
};

/** @returns the sources of this instance's maps; of a style elsewhere its own origin, from which all that it names must come. */
export function mapHosts({ google, styleUrl }: MapSettings): MapHosts {
  if (!styleUrl) return google ? GOOGLE : {};
  const { origin } = new URL(styleUrl);
  const add = (directive: keyof MapHosts): string[] => [origin, ...((google && GOOGLE[directive]) || [])];
  return { ...(google && GOOGLE), "connect-src": add("connect-src"), "img-src": add("img-src") };
}
