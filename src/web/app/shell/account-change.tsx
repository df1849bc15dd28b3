// Wraps every page. When another account signs in on this browser, a notice replaces the page.
import { Fragment, lazy, Suspense, type ReactNode } from "react";
import { useSession } from "../../session/session.ts";
import { useScreenKey } from "../../session/session-state.ts";

const AccountChanged = lazy(() => import("./account-changed.tsx"));

export function AccountChange({ children }: { children: ReactNode }) {
  const { replacedBy } = useSession();
  const key = useScreenKey();
  if (replacedBy !== null)
    return (
      <Suspense key={key}>
        <AccountChanged email={replacedBy} />
      </Suspense>
    );
  return <Fragment key={key}>{children}</Fragment>;
}
