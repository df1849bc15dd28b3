// Links to the pages that answer most questions.
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Icon } from "../../../ui/icon.tsx";

const CARDS = [
  {
    icon: "book-open-check",
    title: "Booking a car",
    text: "Who can rent, how approval works and how to cancel.",
    to: paths.faq("renters"),
    label: "FAQ for renters",
  },
  {
    icon: "receipt",
    title: "Prices and payments",
    text: "Every fee, calculated for your trip.",
    to: paths.pricing("calculator"),
    label: "Price calculator",
  },
  {
    icon: "car-front",
    title: "Hosting",
    text: "Listing a car, its documents and how you get paid.",
    to: paths.faq("hosts"),
    label: "FAQ for hosts",
  },
] as const;

export default function QuickHelp() {
  return (
    <ul className="grid content-start gap-4 sm:grid-cols-3 lg:grid-cols-1">
      {CARDS.map(({ icon, title, text, to, label }) => (
        <li key={title} className="grid content-start gap-1 rounded-lg bg-surface-2 p-6">
          <Icon name={icon} size={24} className="mb-2 text-link" />
          <h3 className="text-lg">{title}</h3>
          <p className="text-sm text-muted-foreground">{text}</p>
          <Link to={to} className="link mt-2 justify-self-start text-sm">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
