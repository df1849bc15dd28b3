// A car that is not there, or not there for the public.
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";

export function CarNotFound() {
  return (
    <div className="page-wrap grid min-h-[60vh] place-items-center">
      <EmptyState
        level={1}
        title="Car not found"
        text="This car is not available. It may have been taken off, or the link may be old."
        actions={
          <Button asChild>
            <Link to={paths.browse()}>Back to Browse</Link>
          </Button>
        }
      />
    </div>
  );
}
