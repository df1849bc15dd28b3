// The settings section for notifications: emails, and alerts on the phone. Each choice is saved
// immediately.
import type { Api } from "../../../../contract/index.ts";
import { KIND_LABELS, type NotificationKind } from "../../../../domain/message/notification.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useApi } from "../../../api/use-api.ts";
import { useSession } from "../../../session/session.ts";
import { useStoredSetting } from "../../../forms/stored-setting.ts";
import { Checkbox } from "../../../ui/form/controls.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { AlertChoices } from "./alerts/alert-choices.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

type Choices = Api["GET /api/notification-choices"]["output"];

const RENTER_KINDS: readonly NotificationKind[] = [
  "booking",
  "reminder",
  "message",
  "review",
  "favourite",
  "identity",
];
const HOST_KINDS: readonly NotificationKind[] = ["listing", "payout"];

/** Emails link to the heading by its id, "notifications". */
export function NotificationChoices() {
  return (
    <Panel as="section" aria-labelledby="notifications" className="grid gap-5">
      <div>
        <h2
          id="notifications"
          tabIndex={-1}
          className="scroll-mt-[calc(var(--header)+1rem)] text-xl md:scroll-mt-8"
        >
          Notifications
        </h2>
      </div>
      <div>
        <h3 className="text-base">Emails</h3>
        <p className="text-sm text-muted-foreground">
          Trip cancellations, receipts and account emails are always sent.
        </p>
      </div>
      <Choices />
      <div className="border-t border-border pt-5">
        <h3 className="text-base">Alerts on your phone</h3>
        <p className="text-sm text-muted-foreground">
          For what can't wait until you read your email.
        </p>
      </div>
      <AlertChoices />
    </Panel>
  );
}

function Choices() {
  const { hasRole } = useSession();
  const choices = useApi("GET /api/notification-choices", {});
  const store = useStoredSetting("GET /api/notification-choices", "PUT /api/notification-choices", {
    call: (mailed: Partial<Choices["mailed"]>) => ({ body: { mailed } }),
    after: ({ mailed }, changed) => ({ mailed: { ...mailed, ...changed } }),
  });
  if (choices.isPending) return <Skeleton className="h-[18rem] w-full rounded-md" />;
  if (!choices.data)
    return (
      <FailedState
        level={3}
        title="We couldn't load your choices."
        text={sentenceFor(choices.error, "Please try again in a moment.")}
        busy={choices.isFetching}
        onRetry={() => void choices.refetch()}
      />
    );
  const { mailed } = choices.data;
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Emails</legend>
      {[...RENTER_KINDS, ...(hasRole("host") ? HOST_KINDS : [])].map((kind) => (
        <Checkbox
          key={kind}
          checked={mailed[kind]}
          onChange={({ target }) => store.mutate({ [kind]: target.checked })}
          className="items-start"
        >
          <span className="grid">
            <span className="font-medium">{KIND_LABELS[kind].name}</span>
            <span className="text-sm text-muted-foreground first-letter:uppercase">
              {KIND_LABELS[kind].about}
            </span>
          </span>
        </Checkbox>
      ))}
    </fieldset>
  );
}
