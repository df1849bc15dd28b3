// Asks for confirmation before an emailed link replaces the account signed in on this browser.
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";

/** Allows a label of several lines. */
const LONG = "min-w-0 text-center whitespace-normal wrap-anywhere";

export interface ReplaceAccountProps {
  /** The email address of the signed-in account. */
  from: string;
  /** The email address of the account that the link signs in to. */
  to: string;
  onReplace: () => void;
}

export function ReplaceAccount({ from, to, onReplace }: ReplaceAccountProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-2 wrap-anywhere">
        <h1 ref={heading} tabIndex={-1} aria-describedby="replace-account" className="text-2xl">
          Switch accounts?
        </h1>
        <p id="replace-account" className="text-muted-foreground">
          You're signed in as <b className="text-foreground">{from}</b>. This link signs you in as{" "}
          <b className="text-foreground">{to}</b> instead.
        </p>
        <p className="text-sm text-muted-foreground">
          Not your account? Someone else may have sent you this link.
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Button onClick={onReplace}>
          <span className={LONG}>Continue as {to}</span>
        </Button>
        <Button asChild variant="outline">
          <Link to={paths.dashboard()}>
            <span className={LONG}>Stay signed in as {from}</span>
          </Link>
        </Button>
      </div>
    </div>
  );
}
