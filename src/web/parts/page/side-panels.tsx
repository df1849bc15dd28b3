// The panels beside a dashboard's bookings: quick links and tips.
import { ChevronRight, type LucideIcon } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import { Panel } from "../../ui/panel.tsx";

export interface QuickLink {
  to: string;
  label: string;
  icon: LucideIcon;
}

export function QuickLinks({ links }: { links: readonly QuickLink[] }) {
  return (
    <Panel as="section" aria-labelledby="quick-links">
      <h2 id="quick-links" className="mb-1 text-xl">
        Quick links
      </h2>
      <ul className="divide-y divide-border">
        {links.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-13 items-center gap-[.85rem] px-1 hover:text-link">
              <Icon aria-hidden="true" size={20} strokeWidth={1.75} className="text-link" />
              {label}
              <ChevronRight
                aria-hidden="true"
                size={16}
                strokeWidth={2}
                className="ml-auto text-muted-foreground"
              />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function Tips({ title, tips }: { title: string; tips: readonly string[] }) {
  const id = useId();
  return (
    <Panel as="section" aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-xl">
        {title}
      </h2>
      <ul className="grid gap-2 text-sm">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </Panel>
  );
}
