// The mailbox of an instance that sends no real email: every message that it would have sent.
// Elsewhere the page does not exist, because the server has no /dev/mailbox.json.
import { Link, useRevalidator } from "react-router";
import type { Api } from "../../../../contract/index.ts";
import { MailList } from "./mail-list.tsx";
import { MailView } from "./mail-view.tsx";
import { endpointUrl } from "../../../api/api.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { apiContext } from "../../../api/server-context.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/form/controls.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Panel } from "../../../ui/panel.tsx";
import type { Route } from "./+types/mailbox";
import { Icon } from "../../../ui/icon.tsx";

export const meta = () => [...pageMeta("Mailbox"), { name: "robots", content: "noindex" }];

/** @throws Response 404 if there is no such mailbox */
export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const to = search.get("to")?.trim() ?? "";
  const answer = await context.get(apiContext)(
    endpointUrl("GET /dev/mailbox.json", { query: { to } }),
  );
  if (!answer.ok) throw new Response(null, { status: answer.status });
  const { mails } = (await answer.json()) as Api["GET /dev/mailbox.json"]["output"];
  return { mails, to, requested: search.get("mail") };
}

export default function MailboxPage({
  loaderData: { mails, to, requested },
}: Route.ComponentProps) {
  const chosen = mails.find(({ id }) => id === requested);
  // A wide screen has room for an email beside the list; on a phone the list comes first.
  const open = chosen ?? mails[0];
  return (
    <div className="page-wrap grid gap-6 pt-8 pb-20">
      <div>
        <h1 className="text-2xl">Mailbox</h1>
        <p className="max-w-[42rem] text-muted-foreground">
          This demo doesn&rsquo;t send real email. These are the latest 100.
        </p>
      </div>
      <SearchForm to={to} />
      {open ? (
        <Panel
          flush
          className="grid md:grid-cols-[19rem_minmax(0,1fr)] lg:grid-cols-[22rem_minmax(0,1fr)]"
        >
          <div
            className={`border-border md:max-h-[54rem] md:overflow-auto md:border-r ${chosen ? "max-md:hidden" : ""}`}
          >
            <MailList mails={mails} openId={open.id} to={to} />
          </div>
          <div className={`min-w-0 ${chosen ? "" : "max-md:hidden"}`}>
            <Link
              to={paths.mailbox({ to })}
              className="flex items-center gap-[.35rem] px-5 pt-5 text-sm font-medium text-link md:hidden"
            >
              <Icon name="arrow-left" size={16} />
              All emails
            </Link>
            <MailView mail={open} />
          </div>
        </Panel>
      ) : (
        <Panel>
          <EmptyState
            art={<Icon name="inbox" size={44} className="mx-auto text-muted-foreground" />}
            title={to ? "No emails to this address" : "No emails yet"}
            text={
              to
                ? "Check the address, or show all emails."
                : "Sign up or book a car, and the email about it shows up here."
            }
            actions={
              <Button asChild variant="outline">
                {to ? (
                  <Link to={paths.mailbox()}>Show all emails</Link>
                ) : (
                  <Link to={paths.auth({ mode: "signup" })}>Sign Up</Link>
                )}
              </Button>
            }
          />
        </Panel>
      )}
    </div>
  );
}

function SearchForm({ to }: { to: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <div className="flex flex-wrap items-end gap-3">
      <form role="search" className="flex w-full items-end gap-3 md:max-w-[30rem]">
        <Field label="Recipient" className="flex-1">
          <TextInput
            key={to}
            name="to"
            type="search"
            inputMode="email"
            defaultValue={to}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="All addresses"
            icon={<Icon name="search" />}
          />
        </Field>
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </form>
      <Button
        variant="outline"
        busy={state === "loading"}
        busyLabel="Refreshing..."
        onClick={() => void revalidate()}
      >
        <Icon name="refresh-cw" size={16} />
        Refresh
      </Button>
    </div>
  );
}
