// In place of a calendar whose car does not exist or belongs to somebody else.
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyArt } from "../../../ui/empty-art.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Panel } from "../../../ui/panel.tsx";

export function CarNotFound() {
  return (
    <Panel>
      <EmptyState
        level={1}
        art={<EmptyArt of="search" />}
        title="Car not found"
        actions={
          <Button asChild>
            <Link to={paths.hostCalendar()}>All cars</Link>
          </Button>
        }
      />
    </Panel>
  );
}
