// A link to the cars that the user helps with, for the renter's pages.
import { Link } from "react-router";
import { formatCounted, formatList } from "../../../domain/text/format.ts";
import { useApi } from "../../api/use-api.ts";
import { paths } from "../../paths.ts";
import { Panel } from "../../ui/panel.tsx";

/** Renders nothing while loading, or if the user helps nobody. */
export function HelpedHosts() {
  const hosts = useApi("GET /api/helping", {}).data?.hosts ?? [];
  if (hosts.length === 0) return null;
  const cars = hosts.reduce((sum, host) => sum + host.cars.length, 0);
  return (
    <Panel className="grid gap-1">
      <h2 className="text-lg">You&rsquo;re a helper</h2>
      <p>
        <Link to={paths.helping()} className="link font-medium">
          Help {formatList(hosts.map(({ host_first_name }) => host_first_name))} with{" "}
          {formatCounted(cars, "car", "cars")}
        </Link>
      </p>
    </Panel>
  );
}
