// Assigns a support case, closes it and reopens it.
import type { SupportCase } from "../../../../contract/people/support.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { DropdownMenu, MenuItem } from "../../../ui/overlay/dropdown-menu.tsx";
import { useCaseChange } from "./use-cases.ts";
import { Icon } from "../../../ui/icon.tsx";
import { fullName } from "../../../parts/person/full-name.ts";

/** The buttons change with the state, so each passes the focus to its successor. */
const ASSIGN = "case-assign";
const OPEN = "case-open";
const CLOSE = "case-close";

export interface CaseStepsProps {
  ticket: SupportCase;
  admins: readonly { id: string; first_name: string; last_name: string }[];
}

export function CaseSteps({ ticket, admins }: CaseStepsProps) {
  const { user } = useSession();
  const change = useCaseChange(ticket);
  const focus = useFocusAfterwards();
  const { assignee, state } = ticket;
  const busyWith = (field: "state" | "assignee_id") =>
    change.isPending && change.variables[field] !== undefined;
  const give = (assignee_id: string | null) =>
    change.mutate({ assignee_id }, { onSuccess: () => focus(ASSIGN) });
  const isMine = assignee?.id === user?.id;
  return (
    <div className="flex flex-wrap gap-2">
      {!isMine && user && (
        <Button
          variant="secondary"
          size="small"
          busy={busyWith("assignee_id")}
          busyLabel="One moment..."
          onClick={() => give(user.id)}
        >
          Assign to Me
        </Button>
      )}
      <DropdownMenu
        label="Assign to"
        trigger={
          <Button id={ASSIGN} variant="outline" size="small">
            {assignee ? `Assigned to ${isMine ? "me" : fullName(assignee)}` : "Unassigned"}
            <Icon name="chevron-down" size={16} />
          </Button>
        }
      >
        {admins
          .filter(({ id }) => id !== assignee?.id)
          .map((admin) => (
            <MenuItem key={admin.id} onSelect={() => give(admin.id)}>
              {fullName(admin)}
              {admin.id === user?.id && " (me)"}
            </MenuItem>
          ))}
        {assignee && <MenuItem onSelect={() => give(null)}>No one</MenuItem>}
      </DropdownMenu>
      {state !== "open" && (
        <Button
          id={OPEN}
          variant="outline"
          size="small"
          busy={busyWith("state")}
          busyLabel="One moment..."
          onClick={() => change.mutate({ state: "open" }, { onSuccess: () => focus(CLOSE) })}
        >
          Reopen Case
        </Button>
      )}
      {state !== "closed" && (
        <Button
          id={CLOSE}
          variant="outline"
          size="small"
          busy={busyWith("state")}
          busyLabel="One moment..."
          onClick={() => change.mutate({ state: "closed" }, { onSuccess: () => focus(OPEN) })}
        >
          Close Case
        </Button>
      )}
    </div>
  );
}
