// The links of menus and sidebars, with their icons.
import type { Profile } from "../../../contract/people/accounts.ts";
import { paths } from "../../paths.ts";
import type { NavigationItem } from "./main-links.ts";
import type { IconName } from "../../ui/icon-names.ts";

export interface SidebarItem extends NavigationItem {
  icon: IconName;
  /** Also marked as current on the pages below it. */
  nested?: boolean;
  /** What its badge counts: unread messages of one side, open support cases, or failed jobs. */
  counts?: "renter" | "host" | "support" | "jobs";
}

const HOST_LISTINGS: SidebarItem = { to: paths.hostListings(), label: "Listings", icon: "car" };

const FAVOURITES: SidebarItem = { to: paths.favourites(), label: "Favourites", icon: "heart" };

const ADMIN: SidebarItem = { to: paths.admin(), label: "Admin", icon: "shield-check" };

/** A renter's links, plus the listings if the profile is a host's and the admin area if the
 *  roles include admin (specification sections 2 and 6). */
export const linksFor = (
  links: readonly SidebarItem[],
  profile: Pick<Profile, "user_type" | "roles"> | null,
): readonly SidebarItem[] => [
  ...links,
  ...(profile?.user_type === "host" ? [HOST_LISTINGS] : []),
  ...(profile?.roles.includes("admin") ? [ADMIN] : []),
];

export const ACCOUNT_LINKS: readonly SidebarItem[] = [
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
  { to: paths.hostBookings(), label: "Bookings", icon: "calendar-check" },
  { to: paths.hostMessages(), label: "Messages", icon: "messages-square", counts: "host" },
  { to: paths.hostPayouts(), label: "Payouts", icon: "banknote", nested: true },
  { to: paths.hostSettings(), label: "Settings", icon: "settings" },
];

export const ADMIN_SIDEBAR: readonly SidebarItem[] = [
  { to: paths.admin(), label: "Overview", icon: "layout-dashboard" },
  { to: paths.adminUsers(), label: "Users", icon: "users" },
  { to: paths.adminVerifications(), label: "Verifications", icon: "badge-check" },
  { to: paths.adminListings(), label: "Listings", icon: "car" },
  { to: paths.adminBookings(), label: "Bookings", icon: "calendar-check" },
  { to: paths.adminMoney(), label: "Money", icon: "chart-column" },
  { to: paths.adminPayouts(), label: "Payouts", icon: "banknote", nested: true },
  { to: paths.adminReviews(), label: "Reviews", icon: "star" },
  {
    to: paths.adminSupport(),
    label: "Support",
    icon: "life-buoy",
    nested: true,
    counts: "support",
  },
  { to: paths.adminJobs(), label: "Jobs", icon: "cog", counts: "jobs" },
  { to: paths.adminAudit(), label: "Audit", icon: "scroll-text" },
];

/** At the foot of a host's sidebar. */
export const TO_RENTING: SidebarItem = {
  to: paths.dashboard(),
  label: "Switch to renting",
  icon: "arrow-left-right",
};
/** For an admin, in place of TO_RENTING. */
export const TO_ADMIN: SidebarItem = {
  to: paths.admin(),
  label: "Switch to admin",
  icon: "arrow-left-right",
};
export const TO_HOSTING: SidebarItem = {
  to: paths.hostDashboard(),
  label: "Switch to hosting",
  icon: "arrow-left-right",
};
