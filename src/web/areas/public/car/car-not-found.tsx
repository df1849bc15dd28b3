// The page of a car that does not exist or is not public.
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
        text="The host may have removed it."
        actions={
          <Button asChild>
            <Link to={paths.browse()}>Back to Browse</Link>
          </Button>
        }
      />
    </div>
  );
}
