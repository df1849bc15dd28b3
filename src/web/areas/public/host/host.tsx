// A host's public page. The server renders it the same for everyone.
import { data } from "react-router";
import type { Host } from "../../../../contract/people/reviews.ts";
import { HostPage } from "./host-page.tsx";
import { api, ApiError, openApi } from "../../../api/api.ts";
import { pageMeta, publicMeta } from "../../../parts/page/page-meta.ts";
import type { ReviewPage } from "../../../parts/review/review-list.tsx";
import { apiContext } from "../../../api/server-context.ts";
import { hostName } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";
import type { Route } from "./+types/host";

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return pageMeta("Host not found");
  const { host } = loaderData;
  return publicMeta(matches, {
    title: `Cars from ${hostName(host.name)}`,
    description: `${hostName(host.name)} rents out cars in The Bahamas. See the cars and what renters say.`,
    path: paths.hostPage(host.id),
  });
}

interface HostData {
  host: Host;
  reviews: ReviewPage | null;
}

/** An invalid id is treated like an unknown host. */
async function readHost(call: typeof api, id: string): Promise<HostData> {
  try {
    const [host, reviews] = await Promise.all([
      call("GET /api/hosts/{id}", { params: { id } }),
      call("GET /api/hosts/{id}/reviews", { params: { id }, query: {} }).catch(() => null),
    ]);
    return { host, reviews };
  } catch (error) {
    if (
      error instanceof ApiError &&
      (error.code === "not_found" || error.code === "invalid_request")
    )
      throw data(null, { status: 404 });
    throw error;
  }
}

export const loader = ({ params, context }: Route.LoaderArgs): Promise<HostData> =>
  readHost(openApi(context.get(apiContext)), params.hostId);

export const clientLoader = ({ params }: Route.ClientLoaderArgs): Promise<HostData> =>
  readHost(api, params.hostId);

export default function PublicHostPage({ loaderData }: Route.ComponentProps) {
  return <HostPage key={loaderData.host.id} {...loaderData} />;
}
