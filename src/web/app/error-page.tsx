// The page for a failure, shown inside the layout.
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { pageTitle } from "../parts/page/page-meta.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { useEarlyPress } from "../ui/early-press.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

/** The page's own code may have failed to load. Only a reload fetches it again, and only if the
 *  server answers. */
export function ErrorPage() {
  const [busy, setBusy] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const title = isOffline ? "You're offline" : "We couldn't load this page";
  useEffect(() => setOffline(!navigator.onLine), []);
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
  const retry = async () => {
    setBusy(true);
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (answer && answer.status < 500) location.reload();
    else {
      setOffline(!navigator.onLine);
      setBusy(false);
    }
  };
  const press = useEarlyPress(() => void retry());
  return (
    <div className="page-wrap grid min-h-[70vh] place-items-center">
      <EmptyState
        level={1}
        title={`${title}.`}
        text={
          isOffline
            ? "Check your connection, then try again."
            : "We can't reach the server, or something went wrong on our side."
        }
        actions={
          <>
            <Button busy={busy} busyLabel="Trying again..." {...press}>
              Try again
            </Button>
            <Button asChild variant="outline">
              <Link to={paths.home()}>Return to Home</Link>
            </Button>
          </>
        }
      />
    </div>
  );
}
