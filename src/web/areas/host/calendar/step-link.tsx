// A link to the calendar before or after the one shown.
import { Link } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

export interface StepLinkProps {
  label: string;
  direction: "left" | "right";
  to: string;
  /** The last link leads nowhere else, but stays in place, so that it keeps the focus. */
  isLast: boolean;
}

export const StepLink = ({ label, direction, to, isLast }: StepLinkProps) => (
  <Button asChild variant="ghost" size="icon-small">
    <Link
      to={to}
      preventScrollReset
      aria-label={label}
      aria-disabled={isLast || undefined}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
    >
      <Icon name={`chevron-${direction}`} />
    </Link>
  </Button>
);
