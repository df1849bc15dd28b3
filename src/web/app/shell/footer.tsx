// The public pages' footer.
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { paths } from "../../paths.ts";
import { PlainLink } from "../../ui/plain-link.tsx";
import { LogoLink } from "./header.tsx";
import type { NavigationItem } from "./main-links.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

interface FooterLink extends NavigationItem {
  /** A class from styles/layout.css, for a link that is only shown when signed in, or only when
   *  signed out. */
  shown?: "if-session" | "unless-session";
}

const GROUPS: readonly { title: string; links: readonly FooterLink[] }[] = [
  {
    title: "Rent",
    links: [
      { to: paths.browse(), label: "Browse cars" },
      { to: paths.favourites(), label: "Favourites" },
      { to: paths.pricing(), label: "Pricing" },
      { to: paths.faq(), label: "FAQ" },
    ],
  },
  {
    title: "Host",
    links: [
      { to: paths.auth({ mode: "signup", type: "host" }), label: "Become a Host" },
      { to: paths.faq("payouts"), label: "How payouts work" },
      { to: paths.faq("vehicle-standards"), label: "Vehicle standards" },
    ],
  },
  {
    title: "Account",
    links: [
      { to: paths.auth(), label: "Sign In", shown: "unless-session" },
      { to: paths.auth({ mode: "signup" }), label: "Sign Up", shown: "unless-session" },
      { to: paths.bookings(), label: "My Bookings", shown: "if-session" },
      { to: paths.profile(), label: "Profile", shown: "if-session" },
    ],
  },
  {
    title: PRODUCT_NAME,
    links: [
      { to: paths.about(), label: "About" },
      { to: paths.support(), label: "Support" },
      { to: paths.terms(), label: "Terms of Service" },
      { to: paths.privacy(), label: "Privacy Policy" },
    ],
  },
];

/** `measure` is the page-width class. */
export function Footer({ measure }: { measure: string }) {
  return (
    <footer className="on-deep bg-deep pt-16 pb-8 text-sm text-deep-muted">
      <div className={measure}>
        <div className="grid grid-cols-2 gap-8 md:grid-cols-4 lg:grid-cols-[2fr_repeat(4,1fr)]">
          <div className="grid content-start justify-items-start gap-4 max-lg:col-span-full">
            <LogoLink onDeep />
            <p className="max-w-[22rem]">
              Cars from local hosts across The Bahamas. Pronounced “key drive”.
            </p>
          </div>
          {GROUPS.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2 className="mb-3 font-sans text-sm font-bold tracking-normal text-deep-foreground">
                {title}
              </h2>
              <ul>
                {links.map(({ to, label, shown }) => (
                  <li key={to} className={shown}>
                    <PlainLink to={to} className="footer-link">
                      {label}
                    </PlainLink>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="mt-12 flex flex-wrap items-center justify-between gap-4 border-t border-white/14 pt-6">
          <p>Prices in US dollars. Times are Nassau time.</p>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}
