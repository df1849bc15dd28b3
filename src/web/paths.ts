// Every URL of the product, typed. Nothing else writes one down. Ids are uuids or the provider's session ids.
import type { SignUpRole } from "../domain/person/roles.ts";
import type { SupportCategory } from "../domain/message/support.ts";

/** A query string of what is set, with its "?", or nothing. */
function query(values: Record<string, string | number | readonly string[] | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== "") search.append(name, `${each}`);
  return search.size === 0 ? "" : `?${search}`;
}

export interface BrowseSearch {
  location?: string;
  /** An id of domain/place/islands.ts; part of the path. */
  island?: string;
  /** Dollars, as typed. */
  min_price?: string | number;
  max_price?: string | number;
  min_seats?: string;
  transmission?: string;
  fuel_type?: readonly string[];
  feature?: readonly string[];
  booking_mode?: string;
  /** yyyy-MM-dd, both or neither. */
  start_date?: string;
  end_date?: string;
  sort?: string;
  view?: string;
  /** A piece of the map: west,south,east,north in degrees. */
  bounds?: string;
  /** Where a further page begins; only without JavaScript. */
  cursor?: string;
}

export interface AuthSearch {
  mode?: "signin" | "signup";
  /** Presets the role at sign-up. */
  type?: SignUpRole;
  /** Where to go after signing in: a path of ours, see safeNext. */
  next?: string;
}

export interface BookingsSearch {
  filter?: string;
  search?: string;
  /** The id of the booking whose details are open. */
  booking?: string;
  /** The id of the booking whose reviews are open. */
  review?: string;
}

export interface MessagesSearch {
  /** The id of the conversation that is open. */
  c?: string;
  search?: string;
  /** The id of the booking or the car whose conversation is to be opened. */
  booking?: string;
  car?: string;
  /** The conversation with support is to be opened. */
  with?: "support";
}

export interface HostDashboardSearch {
  /** How far back the earnings go. */
  period?: "year";
}

/** The parts of the settings page, which are the ids of elements. */
export type SettingsSection = "email" | "password" | "sessions" | "theme" | "notifications" | "data" | "delete";

export interface HostListingsSearch {
  search?: string;
}

/** What the calendars share: the month that is shown, and the dialog for blocking days while it is open. */
export interface CalendarSearch {
  /** yyyy-MM */
  month?: string;
  /** The id of the car whose days are to be blocked. */
  block?: string;
  /** The first and the last of those days, yyyy-MM-dd. */
  first?: string;
  last?: string;
}

export interface HostCalendarSearch extends CalendarSearch {
  search?: string;
}

export interface HostSettingsSearch {
  /** Of the cars whose documents are shown. */
  search?: string;
}
/** The parts of the settings, by the id of their element. */
export type HostSettingsSection = "booking" | "payouts" | "documents";

export interface AdminSearch {
  /** Of the bookings: those that wait for an answer. */
  filter?: string;
  search?: string;
  /** What is searched for among the listings that wait. */
  listings?: string;
}

export interface AdminUsersSearch {
  filter?: string;
  search?: string;
}

export interface AdminVerificationsSearch {
  filter?: string;
  search?: string;
  /** The id of the person whose documents are looked at. */
  person?: string;
}

export interface AdminListingsSearch {
  filter?: string;
  search?: string;
  /** The id of the listing that is reviewed. */
  listing?: string;
}

export interface AdminPayoutsSearch {
  filter?: string;
  search?: string;
}

export interface AdminMoneySearch {
  /** Which figure the chart shows; the charges where it says none. */
  figure?: string;
  /** all: those that were closed, too. */
  incidents?: "all";
}
export interface AuditSearch {
  filter?: string;
  /** The id of a person, a listing or a booking. */
  about?: string;
}

export interface SupportSearch {
  /** Presets what the message is about. */
  category?: SupportCategory;
}

export interface AdminReviewsSearch {
  filter?: string;
  search?: string;
}

export interface AdminSupportSearch {
  filter?: string;
  search?: string;
}

export interface MailboxSearch {
  /** The recipient's address. */
  to?: string;
  /** The id of the mail that is open. */
  mail?: string;
}

export const paths = {
  home: () => "/",
  browse: ({ island, ...search }: BrowseSearch = {}) => `/browse${island ? `/${island}` : ""}${query({ ...search })}`,
  book: (carId: string, dates: { start_date?: string; end_date?: string } = {}) =>
    `/book/${encodeURIComponent(carId)}${query(dates)}`,
  auth: (search: AuthSearch = {}) => `/auth${query({ ...search })}`,
  /** Where the link in the mail for a forgotten password leads. */
  authReset: () => "/auth/reset",
  /** Where the link in the mail that confirms an address leads. */
  authConfirm: () => "/auth/confirm",
  /** The picture of a car for who shares its page, 1200 x 630. */
  carImage: (carId: string) => `/og/car/${encodeURIComponent(carId)}.jpg`,
  bookingSuccess: (sessionId?: string) => `/booking-success${query({ session_id: sessionId })}`,
  dashboard: () => "/dashboard",
  bookings: (search: BookingsSearch = {}) => `/bookings${query({ ...search })}`,
  messages: (search: MessagesSearch = {}) => `/messages${query({ ...search })}`,
  hostMessages: (search: MessagesSearch = {}) => `/host/messages${query({ ...search })}`,
  /** Made for printing. */
  bookingReceipt: (bookingId: string) => `/bookings/${encodeURIComponent(bookingId)}/receipt`,
  favourites: () => "/favorites",
  /** `part` is the id of an element. */
  profile: (part?: "verification") => `/profile${part ? `#${part}` : ""}`,
  settings: (section?: SettingsSection) => `/settings${section ? `#${section}` : ""}`,
  hostDashboard: (search: HostDashboardSearch = {}) => `/host/dashboard${query({ ...search })}`,
  hostBookings: (search: BookingsSearch = {}) => `/host/bookings${query({ ...search })}`,
  /** The public page of a car; for its host a preview while it is not public. */
  car: (carId: string) => `/car/${encodeURIComponent(carId)}`,
  /** What everybody may know of a host. */
  hostPage: (hostId: string) => `/hosts/${encodeURIComponent(hostId)}`,
  hostListings: (search: HostListingsSearch = {}) => `/host/listings${query({ ...search })}`,
  hostNewListing: () => "/host/listings/new",
  hostEditListing: (listingId: string) => `/host/listings/${encodeURIComponent(listingId)}/edit`,
  hostCalendar: (search: HostCalendarSearch = {}) => `/host/calendar${query({ ...search })}`,
  hostCarCalendar: (carId: string, search: CalendarSearch = {}) =>
    `/host/calendar/${encodeURIComponent(carId)}${query({ ...search })}`,
  hostSettings: (section?: HostSettingsSection, search: HostSettingsSearch = {}) =>
    `/host/settings${query({ ...search })}${section ? `#${section}` : ""}`,
  hostPayouts: () => "/host/payouts",
  /** A payout with its statement, for its host and for admins. */
  hostPayout: (payoutId: string) => `/host/payouts/${encodeURIComponent(payoutId)}`,
  admin: (search: AdminSearch = {}) => `/admin${query({ ...search })}`,
  adminUsers: (search: AdminUsersSearch = {}) => `/admin/users${query({ ...search })}`,
  adminVerifications: (search: AdminVerificationsSearch = {}) => `/admin/verifications${query({ ...search })}`,
  adminListings: (search: AdminListingsSearch = {}) => `/admin/listings${query({ ...search })}`,
  adminBookings: (search: BookingsSearch = {}) => `/admin/bookings${query({ ...search })}`,
  adminPayouts: () => "/admin/payouts",
  adminPayoutBatch: (batchId: string, search: AdminPayoutsSearch = {}) =>
    `/admin/payouts/${encodeURIComponent(batchId)}${query({ ...search })}`,
  /** `part` is the id of an element. */
  adminMoney: (search: AdminMoneySearch = {}, part?: "disputes" | "incidents") =>
    `/admin/money${query({ ...search })}${part ? `#${part}` : ""}`,
  adminAudit: (search: AuditSearch = {}) => `/admin/audit${query({ ...search })}`,
  adminReviews: (search: AdminReviewsSearch = {}) => `/admin/reviews${query({ ...search })}`,
  adminJobs: () => "/admin/jobs",
  adminSupport: (search: AdminSupportSearch = {}) => `/admin/support${query({ ...search })}`,
  adminCase: (caseId: string) => `/admin/support/${encodeURIComponent(caseId)}`,
  /** Where the link at the foot of a mail leads, with what it carries. */
  unsubscribe: (token: string) => `/unsubscribe${query({ token })}`,
  about: () => "/about",
  /** `part` is the id of an element. */
  pricing: (part?: "calculator" | "hosts") => `/pricing${part ? `#${part}` : ""}`,
  support: () => "/support",
  /** The form of the support page, with what the message is about. */
  supportForm: (search: SupportSearch = {}) => `/support${query({ ...search })}#message`,
  /** `entry` is the id of a group or a question. */
  faq: (entry?: string) => `/faq${entry ? `#${entry}` : ""}`,
  terms: () => "/terms",
  privacy: () => "/privacy",
  // Stand-ins; they exist only where the server says so.
  sandboxCheckout: (sessionId: string) => `/sandbox/checkout/${encodeURIComponent(sessionId)}`,
  mailbox: (search: MailboxSearch = {}) => `/dev/mailbox${query({ ...search })}`,
  apiDocs: () => "/api/docs",
  openApi: () => "/api/openapi.json",
} as const;

/**
 * The path to go to after signing in, from a `next` parameter that anybody may have written: a path of this origin that
 * is not the sign-in page itself, else the dashboard. `//host`, `/\host` and full URLs are refused.
 */
export function safeNext(next: string | null | undefined): string {
  // The browser drops tabs and line breaks from a URL and reads a backslash as a slash, so none of them may be there.
  if (!next || !/^\/(?!\/)[^\\\t\r\n]*$/.test(next) || /^\/auth(?:[/?#]|$)/.test(next)) return paths.dashboard();
  return next;
}
