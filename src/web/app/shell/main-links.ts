// The header's links, on every public page. Separate from navigation.ts, whose icons would be
// bundled with them.
import { paths } from "../../paths.ts";

export interface NavigationItem {
  to: string;
  label: string;
}

export const MAIN_LINKS: readonly NavigationItem[] = [
  { to: paths.home(), label: "Home" },
  { to: paths.browse(), label: "Browse" },
  { to: paths.about(), label: "About" },
  { to: paths.pricing(), label: "Pricing" },
  { to: paths.support(), label: "Support" },
];
