// One endpoint, collapsed to its first line until it is opened.
import type { ReactNode } from "react";
import { Badge } from "../../../ui/badge.tsx";
import type { EndpointText } from "./describe.ts";
import { Rows } from "./schema-rows.tsx";
import { Icon } from "../../../ui/icon.tsx";

export function EndpointDetails({ endpoint }: { endpoint: EndpointText }) {
  const { method, path, operationId, summary, who, parameters, body, answer, problems } = endpoint;
  const name = `${method} ${path}`;
  return (
    <details className="group rounded-lg bg-surface shadow-panel">
      <summary className="flex cursor-pointer list-none items-start gap-3 rounded-lg px-4 py-3.5 group-open:rounded-b-none hover:bg-surface-2 md:px-5 [&::-webkit-details-marker]:hidden">
        <Badge
          variant={method === "GET" ? "secondary" : "default"}
          className="mt-px w-16 flex-none justify-center"
        >
          {method}
        </Badge>
        <span className="grid min-w-0 flex-1 gap-1">
          <code className="font-mono text-sm font-bold break-all">{path}</code>
          <span className="text-sm text-muted-foreground">{summary}</span>
        </span>
        <Icon
          name="chevron-down"
          className="flex-none text-muted-foreground transition-[rotate] duration-(--fast) group-open:rotate-180"
        />
      </summary>
      {/* The URL fragment names the inner element: browsers open the details around it. */}
      <div id={endpoint.id} className="grid gap-5 border-t border-border px-4 py-5 md:px-5">
        <Part title="Operation ID">
          <code className="font-mono text-sm break-all">{operationId}</code>
        </Part>
        <Part title="Who may call">
          <p>{who}</p>
        </Part>
        {parameters.length > 0 && (
          <Part title="Parameters">
            <Rows rows={parameters} label={`Parameters of ${name}`} />
          </Part>
        )}
        {body && (
          <Part title="Body">
            <Rows rows={body} label={`Body of ${name}`} />
          </Part>
        )}
        <Part title="Response">
          {answer.rows.length > 0 ? (
            <Rows rows={answer.rows} label={`Response of ${name}`} />
          ) : (
            <p>
              200, <span className="text-link">{answer.type}</span>
            </p>
          )}
        </Part>
        <Part title="Problems">
          <Problems problems={problems} />
        </Part>
      </div>
    </details>
  );
}

const Problems = ({ problems }: Pick<EndpointText, "problems">) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
    {problems.map(({ status, codes }) => (
      <div key={status} className="contents">
        <dt className="font-bold tabular-nums">{status}</dt>
        <dd className="grid gap-1">
          {codes.map(({ code, title }) => (
            <span key={code}>
              <code className="font-mono break-all">{code}</code>{" "}
              <span className="text-muted-foreground">{title}</span>
            </span>
          ))}
        </dd>
      </div>
    ))}
  </dl>
);

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  );
}
