// The tags of the OpenAPI description: a class in generated clients, a group on the API's page.
import type { Api } from "./index.ts";

/** In display order. */
export const TAGS = {
  auth: "Signing up and signing in, in the protocol of auth-js.",
  account: "The signed-in person: profile, sessions, a copy of their data, leaving.",
  identity: "Verifying a driver: documents and phone number.",
  listings: "Cars for rent: search, map, details and availability.",
  hosts: "What everybody may know of a host.",
  places: "Places in The Bahamas, by name or by position.",
  favourites: "Saved cars.",
  functions: "Opening a checkout, verifying its payment and more, in the protocol of functions-js.",
  bookings: "A renter's and a host's bookings, and their steps.",
  reviews: "Reviews, answers and reports.",
  conversations: "Messages between renters, hosts and support.",
  notifications: "Notifications, and how people get them: by email, text message or web push.",
  host: "A host's listings, calendars, documents, settings and payouts.",
  photos: "Photos of cars. Uploads are in the protocol of storage-js.",
  support: "Writing to support.",
  realtime:
    "Live updates over the WebSocket at /realtime/v1/websocket, in the protocol of realtime-js. " +
    "Topics are joined with an access token: realtime:user:<own id>, and realtime:admins for admins. " +
    "They name what changed, in the broadcast event `changed`; clients send none.",
  admin: "For admins alone.",
  webhooks: "What the card provider sends.",
  "stand-ins": "The sandbox checkout and the development mailbox. A live instance has neither.",
  system: "The instance itself: health, this description, and files for search engines.",
} as const;

export type Tag = keyof typeof TAGS;

/** "/api/profile/photo" -> "profile", "/auth/v1/token" -> "auth". */
type Area<Path extends string> = Path extends `/api/${infer Rest}`
  ? First<Rest>
  : Path extends `/${infer Rest}`
    ? First<Rest>
    : never;
type First<Rest extends string> = Rest extends `${infer Name}/${string}` ? Name : Rest;
type RoutePath<Route> = Route extends `${string} ${infer Path}` ? Path : never;

/** A path whose area has no row does not compile. */
const TAG_OF_AREA: Record<Area<RoutePath<keyof Api>>, Tag> = {
  auth: "auth",
  account: "account",
  "data-copy": "account",
  portraits: "account",
  profile: "account",
  sessions: "account",
  "second-factors": "account",
  passkeys: "account",
  totp: "account",
  "recovery-codes": "account",
  identity: "identity",
  listings: "listings",
  hosts: "hosts",
  places: "places",
  favourites: "favourites",
  functions: "functions",
  bookings: "bookings",
  "checkout-sessions": "bookings",
  driving: "bookings",
  helping: "host",
  runner: "bookings",
  "mailed-links": "auth",
  credit: "bookings",
  dashboard: "bookings",
  storms: "bookings",
  reviews: "reviews",
  conversations: "conversations",
  unread: "conversations",
  "alert-settings": "notifications",
  "notification-choices": "notifications",
  "push-subscription": "notifications",
  notifications: "notifications",
  unsubscribe: "notifications",
  calendar: "host",
  host: "host",
  photos: "photos",
  storage: "photos",
  support: "support",
  realtime: "realtime",
  admin: "admin",
  webhooks: "webhooks",
  dev: "stand-ins",
  sandbox: "stand-ins",
  ".well-known": "system",
  healthz: "system",
  instance: "system",
  "openapi.json": "system",
  readyz: "system",
  "robots.txt": "system",
  "sitemap.xml": "system",
  sitemaps: "system",
};

export function findTag(path: string): Tag {
  const [area = ""] = path.replace(/^\/(api\/)?/, "").split("/");
  return (TAG_OF_AREA as Record<string, Tag>)[area] ?? "system";
}
