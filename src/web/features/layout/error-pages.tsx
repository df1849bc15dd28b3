// What stands in the frame when there is no page to show.
import { Link, useRevalidator } from "react-router";
import notFoundArt from "../../assets/not-found.svg";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

const art = <img src={notFoundArt} alt="" width={480} height={360} className="h-auto w-full" />;

export function NotFoundPage() {
  return (
    <div className="page-wrap grid min-h-[70vh] place-items-center">
      <EmptyState
        art={art}
        level={1}
        kicker="404"
        title="This road ends at the water."
        text="The page you asked for is not here. It may have moved, or the link may be old."
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

export function ErrorPage() {
  const { revalidate, state } = useRevalidator();
  return (
    <div className="page-wrap grid min-h-[70vh] place-items-center">
      <EmptyState
        level={1}
        title="This page did not load."
        text="Something went wrong on our side. Nothing of yours was changed. Try again in a moment."
        actions={
          <>
            <Button busy={state === "loading"} busyLabel="Trying again..." onClick={() => void revalidate()}>
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
