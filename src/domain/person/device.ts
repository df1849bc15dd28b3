// How people recognise a session: browser and system in plain words, and the beginning of the
// address.

/** The first match counts, as each of these browsers also claims to be some of those below it. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdgA?(?:iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/.* Safari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, "an iPhone"],
  [/\biPad\b/, "an iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "a Mac"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (names: typeof BROWSERS, userAgent: string): string | undefined =>
  names.find(([mark]) => mark.test(userAgent))?.[1];

/** "Chrome on Windows", "Safari on an iPhone"; "An unknown device" if nothing is recognised. */
export function describeDevice(userAgent: string | null): string {
  const said = userAgent ?? "";
  const browser = nameIn(BROWSERS, said);
  const system = nameIn(SYSTEMS, said);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : "An unknown device");
}

/**
 * The half of an address that identifies the network but not the connection: "24.51.…",
 * "2606:4700:…".
 */
export function shortAddress(ip: string): string {
  const four = /^(?:::ffff:)?(\d+\.\d+)\.\d+\.\d+$/i.exec(ip)?.[1];
  return four ? `${four}.…` : `${ip.split(":").slice(0, 2).join(":")}:…`;
}
