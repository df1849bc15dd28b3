// What stands in the frame when there is no page to show.
import { useEffect, useState } from "react";
import { Link } from "react-router";
import notFoundArt from "../assets/not-found.svg";
import { titleOf } from "../parts/page/page-meta.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

const art = <img src={notFoundArt} alt="" width={480} height={360} className="h-auto w-full" />;

export function NotFoundPage() {
  return (
    <div className="page-wrap grid min-h-[70vh] place-items-center">
      <EmptyState
        art={art}
        level={1}
        kicker="404"
        title="This road ends at the water."
        text={
          <>
            The page you asked for is not here. It may have moved, or the link may be old. If a link of ours led here,{" "}
            <Link to={paths.support()} className="link">
              tell us
            </Link>
            .
          </>
        }
        actions={
          <>
            <Button asChild>
              <Link to={paths.home()}>Return to Home</Link>
            </Button>
            <Button asChild variant="outline">
              <Link to={paths.browse()}>Browse cars</Link>
            </Button>
          </>
        }
      />
    </div>
  );
}

/** What failed may be the code of the page itself, which only a reload asks for anew; and that only when the server answers. */
export function ErrorPage() {
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = titleOf("This page did not load");
  }, []);
  const retry = async () => {
    setBusy(true);
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (answer && answer.status < 500) location.reload();
    else setBusy(false);
  };
  return (
    <div className="page-wrap grid min-h-[70vh] place-items-center">
      <EmptyState
        level={1}
        title="This page did not load."
        text="The server can't be reached, or something went wrong on our side. Nothing of yours was changed. Try again in a moment."
        actions={
          <>
            <Button busy={busy} busyLabel="Trying again..." onClick={() => void retry()}>
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
