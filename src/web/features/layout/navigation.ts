// The links of menus and sidebars, with their icons. A screen's links appear here together with the screen.
import {
  ArrowLeftRight,
  CalendarCheck,
  CalendarDays,
  Car,
  CirclePlus,
  LayoutDashboard,
  Settings,
  User,
  type LucideIcon,
} from "lucide-react";
import type { UserType } from "../../../domain/roles.ts";
import { paths } from "../../paths.ts";
import type { NavigationItem } from "./main-links.ts";

export interface SidebarItem extends NavigationItem {
  icon: LucideIcon;
  /** Pages under it are its own, so it is current on them too. */
  nested?: boolean;
}

const HOST_LISTINGS: SidebarItem = { to: paths.hostListings(), label: "Listings", icon: Car };

/** A renter's links, and the way to the listings for whom the profile calls a host (specification section 2). */
export const linksFor = (
  links: readonly SidebarItem[],
  profile: { user_type: UserType } | null,
): readonly SidebarItem[] => (profile?.user_type === "host" ? [...links, HOST_LISTINGS] : links);

export const ACCOUNT_LINKS: readonly SidebarItem[] = [
  { to: paths.dashboard(), label: "Dashboard", icon: LayoutDashboard },
  { to: paths.profile(), label: "Profile", icon: User },
  { to: paths.bookings(), label: "Bookings", icon: CalendarCheck },
];

export const RENTER_SIDEBAR: readonly SidebarItem[] = [
  { to: paths.dashboard(), label: "Dashboard", icon: LayoutDashboard },
  { to: paths.bookings(), label: "Bookings", icon: CalendarCheck },
  { to: paths.profile(), label: "Profile", icon: User },
];

export const HOST_SIDEBAR: readonly SidebarItem[] = [
  { to: paths.hostDashboard(), label: "Dashboard", icon: LayoutDashboard },
  HOST_LISTINGS,
  { to: paths.hostNewListing(), label: "Add New Car", icon: CirclePlus },
  { to: paths.hostCalendar(), label: "Calendar", icon: CalendarDays, nested: true },
  { to: paths.hostBookings(), label: "Bookings", icon: CalendarCheck },
  { to: paths.hostSettings(), label: "Settings", icon: Settings },
];

/** At the foot of the host's sidebar. */
export const TO_RENTING: SidebarItem = { to: paths.dashboard(), label: "Switch to renting", icon: ArrowLeftRight };
