// Wraps every page. When another account signs in on this browser, a notice replaces the page.
import { Fragment, type ReactNode } from "react";
import { useSession } from "../../session/session.ts";
import { useScreenKey } from "../../session/session-state.ts";
// Not imported lazily: the tab may be older than the latest release, or offline.
import { AccountChanged } from "./account-changed.tsx";

export function AccountChange({ children }: { children: ReactNode }) {
  const { replacedBy } = useSession();
  const key = useScreenKey();
  if (replacedBy !== null) return <AccountChanged key={key} email={replacedBy} />;
  return <Fragment key={key}>{children}</Fragment>;
}
