// The page for an unknown path, shown inside the layout.
import { Link } from "react-router";
import notFoundArt from "../assets/not-found.svg";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

const art = <img src={notFoundArt} alt="" width={480} height={360} className="h-auto w-full" />;

export default function NotFoundPage() {
  return (
    <div className="page-wrap grid min-h-[70vh] place-items-center">
      <EmptyState
        art={art}
        level={1}
        kicker="404"
        title="This road ends at the water."
        text={
          <>
            We can&rsquo;t find that page. If one of our links brought you here,{" "}
            <Link to={paths.support()} className="link">
              let us know
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
