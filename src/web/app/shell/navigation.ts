// The links of menus and sidebars, with their icons.
import type { AdminAction } from "../../../domain/policies/admin.ts";
import type { Profile } from "../../../contract/people/accounts.ts";
import { paths } from "../../paths.ts";
import type { NavigationItem } from "./main-links.ts";
import type { WorkKind } from "../../../domain/work-queue.ts";
import type { IconName } from "../../ui/icon-names.ts";

export interface SidebarItem extends NavigationItem {
  icon: IconName;
  /** Also marked as current on the pages below it. */
  nested?: boolean;
  /** What its badge counts: unread messages of one side, open support cases, failed jobs, or what
   *  waits in the admins' queue. */
  counts?: "renter" | "host" | "support" | "jobs" | "queue" | readonly WorkKind[];
}

interface AdminSidebarItem extends SidebarItem {
  /** Shown only to admins who may do this. */
  needs?: AdminAction;
}

const HOST_LISTINGS: SidebarItem = { to: paths.hostListings(), label: "Listings", icon: "car" };

const FAVOURITES: SidebarItem = { to: paths.favourites(), label: "Favourites", icon: "heart" };

const ADMIN: SidebarItem = { to: paths.admin(), label: "Admin", icon: "shield-check" };

/** The links of the account menu. My Listings is for hosts' profiles and the admin area for the
 *  admin role (specification section 2). */
export const accountLinks = (
  profile: Pick<Profile, "user_type" | "roles"> | null,
): readonly SidebarItem[] => [
  ...ACCOUNT_LINKS,
  ...(profile?.user_type === "host" ? [HOST_LISTINGS] : []),
  ...(profile?.roles.includes("admin") ? [ADMIN] : []),
];

const ACCOUNT_LINKS: readonly SidebarItem[] = [
  { to: paths.dashboard(), label: "Dashboard", icon: "layout-dashboard" },
  { to: paths.profile(), label: "Profile", icon: "user" },
  { to: paths.bookings(), label: "Bookings", icon: "calendar-check" },
  FAVOURITES,
  { to: paths.messages(), label: "Messages", icon: "messages-square" },
  { to: paths.settings(), label: "Settings", icon: "settings" },
];

export const RENTER_SIDEBAR: readonly SidebarItem[] = [
  { to: paths.dashboard(), label: "Dashboard", icon: "layout-dashboard" },
  { to: paths.bookings(), label: "Bookings", icon: "calendar-check" },
  FAVOURITES,
  { to: paths.messages(), label: "Messages", icon: "messages-square", counts: "renter" },
  { to: paths.profile(), label: "Profile", icon: "user" },
  { to: paths.settings(), label: "Settings", icon: "settings" },
];

export const HOST_SIDEBAR: readonly SidebarItem[] = [
  { to: paths.hostDashboard(), label: "Dashboard", icon: "layout-dashboard" },
  HOST_LISTINGS,
  { to: paths.hostNewListing(), label: "Add New Car", icon: "circle-plus" },
  { to: paths.hostCalendar(), label: "Calendar", icon: "calendar-days", nested: true },
  { to: paths.hostDay(), label: "Day sheet", icon: "book-open-check" },
  { to: paths.hostBookings(), label: "Bookings", icon: "calendar-check" },
  { to: paths.hostMessages(), label: "Messages", icon: "messages-square", counts: "host" },
  { to: paths.hostHelpers(), label: "Helpers", icon: "heart-handshake" },
  { to: paths.hostReviews(), label: "Reviews", icon: "star" },
  { to: paths.hostPayouts(), label: "Payouts", icon: "banknote", nested: true },
  { to: paths.hostSettings(), label: "Settings", icon: "settings" },
];

export const ADMIN_SIDEBAR: readonly AdminSidebarItem[] = [
  {
    to: paths.admin(),
    label: "Overview",
    icon: "layout-dashboard",
    counts: ["bank_file_approval", "role_approval"],
  },
  { to: paths.adminQueue(), label: "Queue", icon: "list", counts: "queue" },
  { to: paths.adminUsers(), label: "Users", icon: "users", nested: true },
  {
    to: paths.adminVerifications(),
    label: "Verifications",
    icon: "badge-check",
    counts: ["verification"],
    needs: "verify_drivers",
  },
  {
    to: paths.adminListings(),
    label: "Listings",
    icon: "car",
    counts: ["listing", "listing_change"],
  },
  {
    to: paths.adminBookings(),
    label: "Bookings",
    icon: "calendar-check",
    nested: true,
    counts: ["flagged_request"],
  },
  {
    to: paths.adminTripCases(),
    label: "Cases",
    icon: "scale",
    nested: true,
    counts: ["trip_case"],
    needs: "decide_bookings",
  },
  {
    to: paths.adminMoney(),
    label: "Money",
    icon: "chart-column",
    counts: ["incident", "dispute", "vat_number"],
    needs: "read_money",
  },
  {
    to: paths.adminPayouts(),
    label: "Payouts",
    icon: "banknote",
    nested: true,
    counts: ["payout_batch", "payout", "bank_change"],
    needs: "read_money",
  },
  {
    to: paths.adminStorms(),
    label: "Storms",
    icon: "triangle-exclamation-point",
    counts: ["storm"],
  },
  {
    to: paths.adminReviews(),
    label: "Reviews",
    icon: "star",
    counts: ["review_report"],
    needs: "moderate_reviews",
  },
  {
    to: paths.adminSupport(),
    label: "Support",
    icon: "life-buoy",
    nested: true,
    counts: "support",
    needs: "handle_cases",
  },
  { to: paths.adminJobs(), label: "Jobs", icon: "cog", counts: "jobs", needs: "run_jobs" },
  { to: paths.adminAudit(), label: "Audit", icon: "scroll-text" },
];

/** The signed-in areas, each with a sidebar of its own. */
type Area = "renting" | "hosting" | "admin";

const AREA_STARTS: Record<Area, Pick<SidebarItem, "to" | "icon">> = {
  renting: { to: paths.dashboard(), icon: "arrow-left-right" },
  hosting: { to: paths.hostDashboard(), icon: "key-round" },
  admin: { to: paths.admin(), icon: "shield-check" },
};

/** At the foot of an area's sidebar: the other areas that the person may enter. */
export function linksToOtherAreas(
  here: Area,
  { mayHost, isAdmin }: { mayHost: boolean; isAdmin: boolean },
): readonly SidebarItem[] {
  const may: Record<Area, boolean> = { renting: true, hosting: mayHost, admin: isAdmin };
  return (["renting", "hosting", "admin"] as const)
    .filter((area) => area !== here && may[area])
    .map((area) => ({ ...AREA_STARTS[area], label: `Switch to ${area}` }));
}
