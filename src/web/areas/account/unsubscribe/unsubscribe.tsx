// The page behind the unsubscribe link of an email: a plain form that works without session or
// JavaScript. Opening the page changes nothing.
import { Link, data } from "react-router";
import type { Api } from "../../../../contract/index.ts";
import { KIND_LABELS } from "../../../../domain/message/notification.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { isRefused, openApi } from "../../../api/api.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { apiContext } from "../../../api/server-context.ts";
import type { Route } from "./+types/unsubscribe";

export const meta = () => [...pageMeta("Your emails"), { name: "robots", content: "noindex" }];

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

export default function UnsubscribePage({ loaderData }: Route.ComponentProps) {
  return <Unsubscribe {...loaderData} />;
}

interface UnsubscribeProps {
  token: string;
  /** Undefined for an unknown link. */
  about: Api["GET /api/unsubscribe"]["output"] | undefined;
}

function Unsubscribe({ token, about }: UnsubscribeProps) {
  return (
    <section
      aria-labelledby="unsubscribe-title"
      className="page-wrap grid max-w-[38rem] gap-5 pt-12 pb-24 md:pt-20"
    >
      {about ? <Choice token={token} {...about} /> : <Broken />}
      <p className="border-t border-border pt-5 text-sm text-muted-foreground">
        <Link to={paths.settings("notifications")} className="link">
          Choose which emails you get
        </Link>
        . Trip cancellations, receipts and account emails are always sent.
      </p>
    </section>
  );
}

function Choice({
  token,
  kind,
  mailed,
}: { token: string } & NonNullable<UnsubscribeProps["about"]>) {
  const { name, about } = KIND_LABELS[kind];
  return (
    <>
      <Title>
        {mailed
          ? `Stop emails about ${name.toLowerCase()}?`
          : `Emails about ${name.toLowerCase()} are off`}
      </Title>
      <p className="text-lg text-muted-foreground">
        You&rsquo;ll still find {about} under the bell.
      </p>
      <form method="post" action={paths.unsubscribe(token)}>
        <input type="hidden" name="mails" value={mailed ? "off" : "on"} />
        <Button type="submit" variant={mailed ? "default" : "outline"}>
          {mailed ? "Stop these emails" : "Turn them back on"}
        </Button>
      </form>
    </>
  );
}

const Broken = () => (
  <>
    <Title>This link doesn&rsquo;t work</Title>
    <p className="text-lg text-muted-foreground">
      It may be incomplete or too old. Open it again from the email.
    </p>
  </>
);

const Title = ({ children }: { children: string }) => (
  <h1 id="unsubscribe-title" className="text-3xl leading-[1.1] tracking-display">
    {children}
  </h1>
);
