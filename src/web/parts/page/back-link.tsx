// The link above a heading, to the page that this one belongs to.
import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";

export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <Link
    to={to}
    className="flex min-h-9 items-center gap-[.35rem] justify-self-start text-sm hover:underline"
  >
    <Icon name="arrow-left" size={16} />
    {label}
  </Link>
);
