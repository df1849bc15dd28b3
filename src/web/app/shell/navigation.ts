// The links of menus and sidebars, with their icons.
import {
  ArrowLeftRight,
  BadgeCheck,
  Banknote,
  CalendarCheck,
  CalendarDays,
  Car,
  ChartColumn,
  CirclePlus,
  Cog,
  Heart,
  LayoutDashboard,
  LifeBuoy,
  MessagesSquare,
  ScrollText,
  Settings,
  ShieldCheck,
  Star,
  User,
  Users,
  type LucideIcon,
} from "lucide-react";
import type { Profile } from "../../../contract/people/accounts.ts";
import { paths } from "../../paths.ts";
import type { NavigationItem } from "./main-links.ts";

export interface SidebarItem extends NavigationItem {
  icon: LucideIcon;
  /** Also marked as current on the pages below it. */
  nested?: boolean;
  /** What its badge counts: unread messages of one side, open support cases, or failed jobs. */
  counts?: "renter" | "host" | "support" | "jobs";
}

const HOST_LISTINGS: SidebarItem = { to: paths.hostListings(), label: "Listings", icon: Car };

const FAVOURITES: SidebarItem = { to: paths.favourites(), label: "Favourites", icon: Heart };

const ADMIN: SidebarItem = { to: paths.admin(), label: "Admin", icon: ShieldCheck };

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
  { to: paths.dashboard(), label: "Dashboard", icon: LayoutDashboard },
  { to: paths.profile(), label: "Profile", icon: User },
  { to: paths.bookings(), label: "Bookings", icon: CalendarCheck },
  FAVOURITES,
  { to: paths.messages(), label: "Messages", icon: MessagesSquare },
  { to: paths.settings(), label: "Settings", icon: Settings },
];

export const RENTER_SIDEBAR: readonly SidebarItem[] = [
  { to: paths.dashboard(), label: "Dashboard", icon: LayoutDashboard },
  { to: paths.bookings(), label: "Bookings", icon: CalendarCheck },
  FAVOURITES,
  { to: paths.messages(), label: "Messages", icon: MessagesSquare, counts: "renter" },
  { to: paths.profile(), label: "Profile", icon: User },
  { to: paths.settings(), label: "Settings", icon: Settings },
];

export const HOST_SIDEBAR: readonly SidebarItem[] = [
  { to: paths.hostDashboard(), label: "Dashboard", icon: LayoutDashboard },
  HOST_LISTINGS,
  { to: paths.hostNewListing(), label: "Add New Car", icon: CirclePlus },
  { to: paths.hostCalendar(), label: "Calendar", icon: CalendarDays, nested: true },
  { to: paths.hostBookings(), label: "Bookings", icon: CalendarCheck },
  { to: paths.hostMessages(), label: "Messages", icon: MessagesSquare, counts: "host" },
  { to: paths.hostPayouts(), label: "Payouts", icon: Banknote, nested: true },
  { to: paths.hostSettings(), label: "Settings", icon: Settings },
];

export const ADMIN_SIDEBAR: readonly SidebarItem[] = [
  { to: paths.admin(), label: "Overview", icon: LayoutDashboard },
  { to: paths.adminUsers(), label: "Users", icon: Users },
  { to: paths.adminVerifications(), label: "Verifications", icon: BadgeCheck },
  { to: paths.adminListings(), label: "Listings", icon: Car },
  { to: paths.adminBookings(), label: "Bookings", icon: CalendarCheck },
  { to: paths.adminMoney(), label: "Money", icon: ChartColumn },
  { to: paths.adminPayouts(), label: "Payouts", icon: Banknote, nested: true },
  { to: paths.adminReviews(), label: "Reviews", icon: Star },
  { to: paths.adminSupport(), label: "Support", icon: LifeBuoy, nested: true, counts: "support" },
  { to: paths.adminJobs(), label: "Jobs", icon: Cog, counts: "jobs" },
  { to: paths.adminAudit(), label: "Audit", icon: ScrollText },
];

/** At the foot of a host's sidebar. */
export const TO_RENTING: SidebarItem = {
  to: paths.dashboard(),
  label: "Switch to renting",
  icon: ArrowLeftRight,
};
/** For an admin, in place of TO_RENTING. */
export const TO_ADMIN: SidebarItem = {
  to: paths.admin(),
  label: "Switch to admin",
  icon: ArrowLeftRight,
};
export const TO_HOSTING: SidebarItem = {
  to: paths.hostDashboard(),
  label: "Switch to hosting",
  icon: ArrowLeftRight,
};
