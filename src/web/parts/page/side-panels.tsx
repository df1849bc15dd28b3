// The panels beside a dashboard's bookings: quick links and tips.
import { useId } from "react";
import { Link } from "react-router";
import { Panel } from "../../ui/panel.tsx";
import type { IconName } from "../../ui/icon-names.ts";
import { Icon } from "../../ui/icon.tsx";

export interface QuickLink {
  to: string;
  label: string;
  icon: IconName;
}

export function QuickLinks({ links }: { links: readonly QuickLink[] }) {
  return (
    <Panel as="section" aria-labelledby="quick-links">
      <h2 id="quick-links" className="mb-1 text-xl">
        Quick links
      </h2>
      <ul className="divide-y divide-border">
        {links.map(({ to, label, icon }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-13 items-center gap-[.85rem] px-1 hover:text-link">
              <Icon name={icon} className="text-link" />
              {label}
              <Icon name="chevron-right" size={16} className="ml-auto text-muted-foreground" />
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
