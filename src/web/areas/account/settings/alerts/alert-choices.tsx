// Alerts on the phone: which ones, as text messages or push, and the quiet hours. Each choice is
// saved immediately.
import { Link } from "react-router";
import {
  ALERT_KINDS,
  ALERT_LABELS,
  type AlertChannel,
} from "../../../../../domain/message/alert.ts";
import { useApi } from "../../../../api/use-api.ts";
import { NotLoaded } from "../../../../parts/list/not-loaded.tsx";
import { paths } from "../../../../paths.ts";
import { Button } from "../../../../ui/button.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { useStoredAlerts, type AlertSettings } from "./alert-settings.ts";
import { DeviceAlerts } from "./device-alerts.tsx";
import { QuietHours } from "./quiet-hours.tsx";

const CHANNEL_NAMES: Record<AlertChannel, string> = { text: "Text", push: "Push" };

export function AlertChoices() {
  const query = useApi("GET /api/alert-settings", {});
  const store = useStoredAlerts();
  if (query.isPending) return <Skeleton className="h-[24rem] w-full rounded-md" />;
  if (!query.data) return <NotLoaded what="Your alerts" query={query} />;
  const settings = query.data;
  return (
    <div className="grid gap-5">
      <AlertTable settings={settings} onChange={store.mutate} />
      <TextState
        state={settings.text_state}
        busy={store.isPending}
        onResume={() => store.mutate({ resume_texts: true })}
      />
      <DeviceAlerts settings={settings} />
      <QuietHours quiet={settings.quiet} onChange={(quiet) => store.mutate({ quiet })} />
    </div>
  );
}

interface AlertTableProps {
  settings: AlertSettings;
  onChange: ReturnType<typeof useStoredAlerts>["mutate"];
}

function AlertTable({ settings, onChange }: AlertTableProps) {
  const channels: AlertChannel[] =
    settings.text_state === "not_offered" ? ["push"] : ["text", "push"];
  return (
    <table aria-label="Alerts" className="w-full">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Alert</span>
          </th>
          {channels.map((channel) => (
            <th
              key={channel}
              scope="col"
              className="w-[min(4rem,18vw)] pb-1 text-center text-sm font-medium"
            >
              {CHANNEL_NAMES[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ALERT_KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row" className="py-1 text-left font-regular wrap-anywhere">
              <span className="block font-medium">{ALERT_LABELS[kind].name}</span>
              <span className="block text-sm text-muted-foreground">
                {ALERT_LABELS[kind].about}
              </span>
            </th>
            {channels.map((channel) => (
              <td key={channel} className="py-1 text-center">
                <label className="inline-flex min-h-9 min-w-9 cursor-pointer items-center justify-center">
                  <input
                    type="checkbox"
                    className="tick"
                    aria-label={`${ALERT_LABELS[kind].name} by ${channel}`}
                    checked={settings[channel][kind]}
                    disabled={channel === "text" && settings.text_state !== "ready"}
                    onChange={({ target }) => onChange({ [channel]: { [kind]: target.checked } })}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TextStateProps {
  state: AlertSettings["text_state"];
  busy: boolean;
  onResume: () => void;
}

/** Why no texts are sent, and what to do about it. */
function TextState({ state, busy, onResume }: TextStateProps) {
  if (state === "not_verified")
    return (
      <p className="text-sm text-muted-foreground">
        To get text messages, <Link to={paths.profile("verification")}>verify your phone</Link>.
      </p>
    );
  if (state !== "stopped") return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-[min(100%,14rem)] flex-1 text-sm text-muted-foreground">
        You replied STOP, so we don't text you. To get texts again, reply START to our last one
        first.
      </p>
      <Button
        variant="outline"
        size="small"
        busy={busy}
        busyLabel="Turning on..."
        onClick={onResume}
      >
        Text me again
      </Button>
    </div>
  );
}
