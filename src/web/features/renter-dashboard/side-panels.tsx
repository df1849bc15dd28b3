// Beside the bookings: the ways onward, and what a visitor should know before driving here.
import { CalendarCheck, ChevronRight, Search, User, type LucideIcon } from "lucide-react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { Panel } from "../../ui/panel.tsx";

const LINKS: readonly { to: string; label: string; icon: LucideIcon }[] = [
  { to: paths.browse(), label: "Browse cars", icon: Search },
  { to: paths.bookings(), label: "My bookings", icon: CalendarCheck },
  { to: paths.profile(), label: "Your profile", icon: User },
];

export function QuickLinks() {
  return (
    <Panel as="section" aria-labelledby="quick-links">
      <h2 id="quick-links" className="mb-1 text-xl">
        Quick links
      </h2>
      <ul className="divide-y divide-border">
        {LINKS.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-13 items-center gap-[.85rem] px-1 hover:text-link">
              <Icon aria-hidden="true" size={20} strokeWidth={1.75} className="text-link" />
              {label}
              <ChevronRight aria-hidden="true" size={16} strokeWidth={2} className="ml-auto text-muted-foreground" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const TIPS = [
  "Drive on the left, and give way to traffic from the right at a roundabout. Many cars have the wheel on the left all the same.",
  "Bring the licence that you drive with at home: visitors may use it for up to three months.",
  "On the smaller islands, fill up before the evening and before a Sunday: stations are few and close early.",
  "Look over the car with your host at pickup and take photos of it, inside and out.",
];

export function TravelTips() {
  return (
    <Panel as="section" aria-labelledby="travel-tips">
      <h2 id="travel-tips" className="mb-2 text-xl">
        Travel tips
      </h2>
      <ul className="grid gap-2 text-sm">
        {TIPS.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </Panel>
  );
}
