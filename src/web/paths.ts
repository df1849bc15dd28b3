// Every URL of the product, typed; no other file spells one out. Ids are UUIDs or the payment
// provider's session ids.
import type { SignUpRole } from "../domain/person/roles.ts";
import type { SupportCategory } from "../domain/message/support.ts";

/** The query string of the given values with its "?", or an empty string. */
function query(values: Record<string, string | number | readonly string[] | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== "") search.append(name, `${each}`);
  return search.size === 0 ? "" : `?${search}`;
}

export interface BrowseSearch {
  location?: string;
  /** The name of a chosen place, and its position: latitude,longitude in degrees. */
  place?: string;
  at?: string;
  /** An id from domain/place/islands.ts; part of the path. */
  island?: string;
  /** Dollars, as typed. */
  min_price?: string | number;
  max_price?: string | number;
  body_type?: readonly string[];
  min_seats?: string;
  transmission?: string;
  fuel_type?: readonly string[];
  feature?: readonly string[];
  booking_mode?: string;
  /** yyyy-MM-dd, both or neither. */
  start_date?: string;
  end_date?: string;
  /** HH:MM in Nassau. */
  pickup_time?: string;
  return_time?: string;
  sort?: string;
  view?: string;
  /** A map area: west,south,east,north in degrees. */
  bounds?: string;
  /** Where the next page begins; only without JavaScript. */
  cursor?: string;
}

/** What a car's page preselects. */
export type BookSearch = Pick<
  BrowseSearch,
  "start_date" | "end_date" | "pickup_time" | "return_time"
>;

export interface AuthSearch {
  mode?: "signin" | "signup";
  /** Preselects the role at sign-up. */
  type?: SignUpRole;
  /** Where to go after signing in: a path of this site, see safeNext. */
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

export interface HostBookingsSearch extends BookingsSearch, Omit<RefinedSearch, "sort"> {
  /** The id of a car. */
  car?: string;
}

/** The order, the island and the days that a list is limited to. */
export interface RefinedSearch {
  sort?: string;
  /** An id from domain/place/islands.ts. */
  island?: string;
  /** yyyy-MM-dd; both are included. */
  from?: string;
  to?: string;
}

export interface HostDaySearch {
  show?: "tomorrow" | "week";
  /** The first day shown, yyyy-MM-dd. */
  day?: string;
}

export interface MessagesSearch {
  /** The id of the open conversation. */
  c?: string;
  search?: string;
  /** The id of the booking or car whose conversation is to be opened. */
  booking?: string;
  car?: string;
  /** Opens the conversation with support. */
  with?: "support";
}

export interface HostDashboardSearch {
  /** How far back the earnings go. */
  period?: "year";
}

/** The forms of a trip's page for a change to the booking, by the hash of its URL. */
export type TripForm = "change" | "extend";

/** The sections of the settings page, by element id. */
export type SettingsSection =
  | "email"
  | "password"
  | "passkeys"
  | "two-step"
  | "sessions"
  | "theme"
  | "notifications"
  | "data"
  | "delete";

export interface HostListingsSearch {
  search?: string;
  /** "documents_due" */
  filter?: string;
}

/** Shared by the calendars: the dialog for blocking days while it is open. */
export interface CalendarSearch {
  /** The ids of the cars whose days are to be blocked, separated by commas. */
  block?: string;
  /** The first and last of those days, yyyy-MM-dd. */
  first?: string;
  last?: string;
}

export interface CarCalendarSearch extends CalendarSearch {
  /** yyyy-MM */
  month?: string;
}

export interface HostCalendarSearch extends CalendarSearch {
  /** The first day shown, yyyy-MM-dd. */
  from?: string;
  search?: string;
}

export interface HostReviewsSearch {
  /** The id of the only car whose reviews are shown. */
  car?: string;
  /** The id of the booking whose reviews are open. */
  review?: string;
}

/** The sections of the settings page, by element id. */
export type HostSettingsSection = "booking" | "payouts" | "vat" | "documents" | "business";

export interface AdminSearch {
  /** Filters the bookings awaiting a decision. */
  filter?: string;
  search?: string;
  /** The search among the listings awaiting review. */
  listings?: string;
}

export interface AdminBookingsSearch extends BookingsSearch, RefinedSearch {}

export interface AdminQueueSearch {
  kind?: string;
  assignee?: string;
}

export interface AdminUsersSearch extends RefinedSearch {
  filter?: string;
  search?: string;
}

export interface AdminVerificationsSearch {
  filter?: string;
  search?: string;
  /** The id of the user whose documents are under review. */
  person?: string;
}

export interface AdminListingsSearch extends RefinedSearch {
  filter?: string;
  search?: string;
  /** The id of the listing under review. */
  listing?: string;
}

export interface AdminPayoutsSearch {
  filter?: string;
  search?: string;
}

export interface AdminMoneySearch {
  /** Which figure the chart shows; charges by default. */
  figure?: string;
  /** all: includes closed incidents. */
  incidents?: "all";
}
export interface AuditSearch extends RefinedSearch {
  filter?: string;
  /** The id of a user, a listing or a booking, or a text that names them. */
  about?: string;
}

export interface SupportSearch {
  /** Preselects the message's category. */
  category?: SupportCategory;
  /** The id of the booking that the message is about. */
  booking?: string;
}

export interface AdminReviewsSearch extends RefinedSearch {
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
  /** The id of the open email. */
  mail?: string;
}

export const paths = {
  home: () => "/",
  browse: ({ island, ...search }: BrowseSearch = {}) =>
    `/browse${island ? `/${island}` : ""}${query({ ...search })}`,
  book: (carId: string, period: BookSearch = {}) =>
    `/book/${encodeURIComponent(carId)}${query({ ...period })}`,
  auth: (search: AuthSearch = {}) => `/auth${query({ ...search })}`,
  /** Where the link in the password reset email leads. */
  authReset: () => "/auth/reset",
  /** Where "This wasn't me" in the email about a new passkey or app leads. */
  authNotMe: () => "/auth/not-me",
  /** Where the link in the address confirmation email leads. */
  authConfirm: () => "/auth/confirm",
  /** The social image of a car, 1200 x 630. */
  carImage: (carId: string) => `/og/car/${encodeURIComponent(carId)}.jpg`,
  /** Where the installed app begins (public/manifest.webmanifest). */
  appStart: () => "/bookings/next",
  bookingSuccess: (sessionId?: string) => `/booking-success${query({ session_id: sessionId })}`,
  dashboard: () => "/dashboard",
  bookings: (search: BookingsSearch = {}) => `/bookings${query({ ...search })}`,
  messages: (search: MessagesSearch = {}) => `/messages${query({ ...search })}`,
  hostMessages: (search: MessagesSearch = {}) => `/host/messages${query({ ...search })}`,
  /** Made for printing. */
  bookingReceipt: (bookingId: string) => `/bookings/${encodeURIComponent(bookingId)}/receipt`,
  /** The trip of an additional driver, and the invitation to it. */
  driving: (driverId: string) => `/driving/${encodeURIComponent(driverId)}`,
  trip: (bookingId: string, form?: TripForm) =>
    `/bookings/${encodeURIComponent(bookingId)}/trip${form ? `#${form}` : ""}`,
  favourites: () => "/favorites",
  /** `part` is an element id. */
  profile: (part?: "verification") => `/profile${part ? `#${part}` : ""}`,
  settings: (section?: SettingsSection) => `/settings${section ? `#${section}` : ""}`,
  hostDashboard: (search: HostDashboardSearch = {}) => `/host/dashboard${query({ ...search })}`,
  hostBookings: (search: HostBookingsSearch = {}) => `/host/bookings${query({ ...search })}`,
  hostTrip: (bookingId: string, form?: TripForm) =>
    `/host/bookings/${encodeURIComponent(bookingId)}/trip${form ? `#${form}` : ""}`,
  /** A case about a trip, for its renter, its host and admins. */
  case: (bookingId: string, caseId: string) =>
    `/bookings/${encodeURIComponent(bookingId)}/cases/${encodeURIComponent(caseId)}`,
  hostCase: (bookingId: string, caseId: string) =>
    `/host/bookings/${encodeURIComponent(bookingId)}/cases/${encodeURIComponent(caseId)}`,
  adminTripCase: (bookingId: string, caseId: string) =>
    `/admin/cases/${encodeURIComponent(bookingId)}/${encodeURIComponent(caseId)}`,
  adminTripCases: () => "/admin/cases",
  /** The host's day sheet, made for printing; today's by default. */
  hostDay: (search: HostDaySearch = {}) => `/host/day${query({ ...search })}`,
  /** The people who help the host. */
  hostHelpers: () => "/host/helpers",
  /** The host's message templates. */
  hostTemplates: () => "/host/messages/templates",
  /** What the signed-in person helps with. */
  helping: () => "/helping",
  /** An invitation to help. */
  helpingInvitation: (helperId: string) => `/helping/${encodeURIComponent(helperId)}`,
  /** The day sheet, the messages, a car's days and a trip, as a helper sees them. */
  helpingDay: (search: HostDaySearch = {}) => `/helping/day${query({ ...search })}`,
  helpingMessages: (search: MessagesSearch = {}) => `/helping/messages${query({ ...search })}`,
  helpingCar: (carId: string) => `/helping/cars/${encodeURIComponent(carId)}`,
  helpingTrip: (bookingId: string) => `/helping/trips/${encodeURIComponent(bookingId)}`,
  /** The page of a runner's link, whose secret is in the fragment. */
  runner: () => "/runner",
  /** The public page of a car; a preview for its host while it is not public. */
  car: (carId: string) => `/car/${encodeURIComponent(carId)}`,
  /** A host's public profile. */
  hostPage: (hostId: string) => `/hosts/${encodeURIComponent(hostId)}`,
  hostListings: (search: HostListingsSearch = {}) => `/host/listings${query({ ...search })}`,
  /** `copy` is the id of the listing that a new one starts with. */
  hostNewListing: (search: { copy?: string; draft?: string } = {}) =>
    `/host/listings/new${query({ ...search })}`,
  hostEditListing: (listingId: string, section?: "documents") =>
    `/host/listings/${encodeURIComponent(listingId)}/edit${section ? `#${section}` : ""}`,
  /** The car as renters will see it. */
  hostListingPreview: (listingId: string) =>
    `/host/listings/${encodeURIComponent(listingId)}/preview`,
  hostCalendar: (search: HostCalendarSearch = {}) => `/host/calendar${query({ ...search })}`,
  hostCarCalendar: (carId: string, search: CarCalendarSearch = {}) =>
    `/host/calendar/${encodeURIComponent(carId)}${query({ ...search })}`,
  /** What the days of a car cost. A view of its calendar, as each route costs every first visit. */
  hostCarPrices: (carId: string, search: Pick<CarCalendarSearch, "month"> = {}) =>
    `/host/calendar/${encodeURIComponent(carId)}${query({ view: "prices", ...search })}`,
  hostReviews: (search: HostReviewsSearch = {}) => `/host/reviews${query({ ...search })}`,
  hostSettings: (section?: HostSettingsSection) => `/host/settings${section ? `#${section}` : ""}`,
  hostPayouts: () => "/host/payouts",
  /** A payout with its statement, for its host and for admins. */
  hostPayout: (payoutId: string) => `/host/payouts/${encodeURIComponent(payoutId)}`,
  hostYear: (year: number | string) => `/host/payouts/years/${year}`,
  /** `part` is an element id. */
  admin: (search: AdminSearch = {}, part?: "approvals") =>
    `/admin${query({ ...search })}${part ? `#${part}` : ""}`,
  adminQueue: (search: AdminQueueSearch = {}) => `/admin/queue${query({ ...search })}`,
  adminUsers: (search: AdminUsersSearch = {}) => `/admin/users${query({ ...search })}`,
  adminVerifications: (search: AdminVerificationsSearch = {}) =>
    `/admin/verifications${query({ ...search })}`,
  adminListings: (search: AdminListingsSearch = {}) => `/admin/listings${query({ ...search })}`,
  /** The car as renters see it, with the decision. */
  adminListingPreview: (listingId: string) =>
    `/admin/listings/${encodeURIComponent(listingId)}/preview`,
  /** Everything about one person. */
  adminUser: (userId: string) => `/admin/users/${encodeURIComponent(userId)}`,
  /** Everything about one booking. */
  adminBooking: (bookingId: string) => `/admin/bookings/${encodeURIComponent(bookingId)}`,
  adminBookings: (search: AdminBookingsSearch = {}) => `/admin/bookings${query({ ...search })}`,
  adminProviderPayout: (payoutId: string) => `/admin/money/payouts/${encodeURIComponent(payoutId)}`,
  adminPayouts: () => "/admin/payouts",
  adminPayoutBatch: (batchId: string, search: AdminPayoutsSearch = {}) =>
    `/admin/payouts/${encodeURIComponent(batchId)}${query({ ...search })}`,
  /** `part` is an element id. */
  adminMoney: (search: AdminMoneySearch = {}, part?: "disputes" | "incidents" | "vat") =>
    `/admin/money${query({ ...search })}${part ? `#${part}` : ""}`,
  adminAudit: (search: AuditSearch = {}) => `/admin/audit${query({ ...search })}`,
  adminStorms: () => "/admin/storms",
  adminReviews: (search: AdminReviewsSearch = {}) => `/admin/reviews${query({ ...search })}`,
  adminJobs: () => "/admin/jobs",
  adminSupport: (search: AdminSupportSearch = {}) => `/admin/support${query({ ...search })}`,
  adminCase: (caseId: string) => `/admin/support/${encodeURIComponent(caseId)}`,
  /** Where the unsubscribe link in emails leads, with its token. */
  unsubscribe: (token: string) => `/unsubscribe${query({ token })}`,
  about: () => "/about",
  /** `part` is an element id. */
  pricing: (part?: "calculator" | "hosts" | "later-charges") => `/pricing${part ? `#${part}` : ""}`,
  support: () => "/support",
  /** The emergency line on the support page. */
  emergencyLine: () => "/support#emergency",
  /** The form on the support page, with the category preselected. */
  supportForm: (search: SupportSearch = {}) => `/support${query({ ...search })}#message`,
  /** `entry` is the id of a group or question. */
  faq: (entry?: string) => `/faq${entry ? `#${entry}` : ""}`,
  terms: () => "/terms",
  privacy: () => "/privacy",
  // Local substitutes, available only where the server enables them.
  sandboxCheckout: (sessionId: string) => `/sandbox/checkout/${encodeURIComponent(sessionId)}`,
  mailbox: (search: MailboxSearch = {}) => `/dev/mailbox${query({ ...search })}`,
  apiDocs: () => "/api/docs",
  openApi: () => "/api/openapi.json",
} as const;

/** The path to open after signing in, from an untrusted `next` parameter: a path of this origin
 *  other than the sign-in page, otherwise the dashboard. Refuses `//host`, `/\host` and full
 *  URLs. */
export function safeNext(next: string | null | undefined): string {
  // Browsers drop tabs and line breaks from a URL and read a backslash as a slash, so none of them
  // is allowed.
  if (!next || !/^\/(?!\/)[^\\\t\r\n]*$/.test(next) || /^\/auth(?:[/?#]|$)/.test(next))
    return paths.dashboard();
  return next;
}
