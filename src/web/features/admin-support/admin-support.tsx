// What people wrote to support: by state, searched, one of them opened, marked as answered.
import { Link, type LinkProps } from "react-router";
import type { SupportMessage } from "../../../contract/support.ts";
import { formatInstantInNassau } from "../../../domain/dates.ts";
import { useFocusAfterwards } from "../../lib/focus-afterwards.ts";
import { useListView, type Filters } from "../../lib/list-view.ts";
import { AdminList, NothingFound } from "../../lib/admin-list.tsx";
import type { SupportFilter } from "../../lib/query.tsx";
import { CATEGORY_LABELS } from "../../lib/support-words.ts";
import { paths } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { DataTable, type Column } from "../../ui/data-table.tsx";
import { ListToolbar } from "../../ui/list-toolbar.tsx";
import { Panel } from "../../ui/panel.tsx";
import { AnsweredButton } from "./answered-button.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import { useSupportMessages } from "./use-admin-support.ts";

const FILTERS: Filters<SupportFilter> = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "answered", label: "Answered" },
];

const messageId = (id: string) => `message-${id}`;

export function AdminSupport() {
  const { view, filterBy, searchFor, showAll, linkTo, closeDetails } = useListView(
    FILTERS,
    "message",
    paths.adminSupport,
  );
  const { filter, search, openId } = view;
  const focus = useFocusAfterwards();
  const list = useSupportMessages(filter, search);
  return (
    <>
      <h1 className="text-2xl">Support</h1>
      <ListToolbar
        filters={FILTERS}
        filter={filter}
        onFilter={filterBy}
        label="Search messages"
        placeholder="Name, email or words"
        search={search}
        onSearch={searchFor}
      />
      <Panel flush>
        <AdminList
          of="messages"
          list={list}
          itemsOf={(page) => page.messages}
          empty={
            <NothingFound
              view={view}
              onShowAll={showAll}
              one="message"
              none={{ title: "No messages yet", text: "What people write on the support page will stand here." }}
              {...(filter === "open" && { inState: "Every message is answered." })}
            />
          }
          elementId={({ id }) => messageId(id)}
          focus={focus}
        >
          {(messages) => (
            <DataTable
              label="Messages"
              columns={columns(linkTo, ({ id }) => focus(messageId(id)))}
              rows={messages}
              rowKey={({ id }) => id}
            />
          )}
        </AdminList>
      </Panel>
      {openId && <MessageDialog messageId={openId} onClose={closeDetails} />}
    </>
  );
}

const columns = (
  linkTo: (id: string) => LinkProps,
  onMarked: (message: SupportMessage) => void,
): Column<SupportMessage>[] => [
  {
    label: "Message",
    kind: "lead",
    render: ({ id, name, email, message }) => (
      <div className="min-w-40">
        <Link id={messageId(id)} {...linkTo(id)} className="font-bold wrap-anywhere hover:underline">
          {name}
        </Link>
        <p className="text-xs wrap-anywhere text-muted-foreground">{email}</p>
        <p className="mt-1 line-clamp-2 max-w-[36rem] text-sm wrap-anywhere">{message}</p>
      </div>
    ),
  },
  { label: "Category", render: ({ category }) => (category ? CATEGORY_LABELS[category] : "none") },
  {
    label: "Written",
    render: ({ created_at: at }) => <time dateTime={at}>{formatInstantInNassau(new Date(at))}</time>,
  },
  {
    label: "State",
    render: ({ answered_at }) => (
      <Badge variant={answered_at ? "palm" : "sun"}>{answered_at ? "Answered" : "Open"}</Badge>
    ),
  },
  {
    label: "Actions",
    kind: "act",
    render: (message) => <AnsweredButton listed message={message} onSettled={() => onMarked(message)} />,
  },
];
