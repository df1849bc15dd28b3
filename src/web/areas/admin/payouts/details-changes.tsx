// Bank details of hosts that are about to change. Renders nothing if there are none.
import { Link } from "react-router";
import { formatInstant } from "../../../../domain/text/format.ts";
import { useApi } from "../../../api/use-api.ts";
import { paths } from "../../../paths.ts";
import { Panel } from "../../../ui/panel.tsx";
import { StopChange } from "./stop-change.tsx";

export function DetailsChanges() {
  const { data } = useApi("GET /api/admin/payout-details-changes", {});
  if (!data || data.changes.length === 0) return null;
  return (
    <Panel as="section" aria-labelledby="details-changes" className="grid gap-3">
      <h2 id="details-changes" className="text-lg">
        Bank details about to change
      </h2>
      <ul className="grid divide-y divide-border">
        {data.changes.map(({ host, from, to, effective_at }) => (
          <li
            key={host.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div>
              <p>
                <Link to={paths.adminUser(host.id)} className="link font-medium">
                  {host.name}
                </Link>{" "}
                <span className="text-sm text-muted-foreground wrap-anywhere">{host.email}</span>
              </p>
              <p className="text-sm">
                From {from ?? "no account"} to {to}, effective{" "}
                {formatInstant(new Date(effective_at))}
              </p>
            </div>
            <StopChange host={host} to={to} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
