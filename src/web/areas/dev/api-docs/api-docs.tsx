// The API reference for developers, rendered from the OpenAPI description.
import { describe, type OpenApi } from "./describe.ts";
import { EndpointDetails } from "./endpoint-details.tsx";
import { Rows } from "./schema-rows.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { apiContext } from "../../../api/server-context.ts";
import { paths } from "../../../paths.ts";
import type { Route } from "./+types/api-docs";

export const meta = () =>
  pageMeta("API", "Every endpoint: who may call it, what it takes, what it returns.");

export async function loader({ context }: Route.LoaderArgs) {
  const response = await context.get(apiContext)(paths.openApi());
  if (!response.ok) throw new Response(null, { status: response.status });
  return describe((await response.json()) as OpenApi);
}

/** "functions" -> "Functions". */
const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

export default function ApiDocsPage({
  loaderData: { title, version, description, groups, problem },
}: Route.ComponentProps) {
  return (
    <div className="page-wrap pt-10 pb-20">
      <div className="grid max-w-[56rem] gap-10">
        <header className="grid gap-3">
          <h1 className="text-3xl leading-[1.1] tracking-display">{title}</h1>
          <p className="text-lg text-muted-foreground">{description}</p>
          <p className="text-sm text-muted-foreground">
            Release {version}.{" "}
            <a href={paths.openApi()} className="link">
              OpenAPI description (JSON)
            </a>
          </p>
          <nav aria-label="Groups" className="mt-2">
            <ul className="flex flex-wrap gap-x-4 gap-y-1">
              {[...groups.map(({ name }) => name), "problems"].map((name) => (
                <li key={name}>
                  <a href={`#group-${name}`} className="link inline-block py-1">
                    {titled(name)}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </header>
        {groups.map(({ name, description: about, endpoints }) => (
          <section key={name} aria-labelledby={`group-${name}`} className="grid gap-3">
            <h2 id={`group-${name}`} className="text-xl">
              {titled(name)}
            </h2>
            <p className="text-muted-foreground">{about}</p>
            {endpoints.map((endpoint) => (
              <EndpointDetails key={endpoint.id} endpoint={endpoint} />
            ))}
          </section>
        ))}
        <section aria-labelledby="group-problems" className="grid gap-3">
          <h2 id="group-problems" className="text-xl">
            Problems
          </h2>
          <p className="text-muted-foreground">
            Errors are returned as{" "}
            <code className="font-mono text-sm">application/problem+json</code>, with a stable code.
            The endpoints of /auth/v1 and /storage/v1 return theirs in the protocols of auth-js and
            storage-js instead.
          </p>
          <Rows rows={problem} label="Problem" />
        </section>
      </div>
    </div>
  );
}
