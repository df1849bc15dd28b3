// Switching off mails of a kind by the link that each of them carries. Rendered anew for each visitor, and complete without JavaScript.
import { data } from "react-router";
import { Unsubscribe, type UnsubscribeProps } from "./unsubscribe.tsx";
import { isRefused, openApi } from "../../../api/api.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { apiContext } from "../../../api/server-context.ts";
import type { Route } from "./+types/unsubscribe-page";

export const meta = () => [...pageMeta("Your mails"), { name: "robots", content: "noindex" }];

async function readLink(call: ReturnType<typeof openApi>, { url }: Request) {
  const token = new URL(url).searchParams.get("token") ?? "";
  try {
    return { token, about: await call("GET /api/unsubscribe", { query: { token } }) };
  } catch (error) {
    if (!isRefused(error)) throw error;
    return { token, about: undefined };
  }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const link: UnsubscribeProps = await readLink(openApi(context.get(apiContext)), request);
  return data(link, { status: link.about ? 200 : 404 });
}

export const handle = { sleeps: true };

export default function UnsubscribePage({ loaderData }: Route.ComponentProps) {
  return <Unsubscribe {...loaderData} />;
}
