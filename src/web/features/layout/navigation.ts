// The links of header, menus, footer and sidebar. A screen's links appear here together with the screen.
import { CalendarCheck, LayoutDashboard, User, type LucideIcon } from "lucide-react";
import { paths } from "../../paths.ts";

export interface NavigationItem {
  to: string;
  label: string;
}

export interface SidebarItem extends NavigationItem {
  icon: LucideIcon;
}

export const MAIN_LINKS: readonly NavigationItem[] = [
  { to: paths.home(), label: "Home" },
  { to: paths.browse(), label: "Browse" },
];

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
