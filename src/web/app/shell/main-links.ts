// The links of the header, which every public page carries: apart from the others, whose icons would come along.
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
