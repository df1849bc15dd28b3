// The messages of a renter or host: the list and the open conversation side by side, or one at a
// time on phones. The URL names the open conversation; a booking, a car or support in the URL opens
// the matching one.
import { useEffect, useState, type ReactNode } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { todayInNassau, type CalendarDate } from "../../../domain/calendar/dates.ts";
import { MESSAGES } from "../../api/endpoint-groups.ts";
import { useFocusAfterwards } from "../../ui/focus/focus-afterwards.ts";
import { PagedList } from "../list/paged-list.tsx";
import { useApiMutation, useApiPages } from "../../api/use-api.ts";
import { sentenceFor } from "../../api/problem-sentences.ts";
import { useSession } from "../../session/session.ts";
import type { InboxSide } from "./unread-messages.ts";
import { paths, type MessagesSearch } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SearchBox } from "../../ui/form/search-box.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { conversationElement, ConversationList } from "./conversation-list.tsx";
import { Thread } from "./thread.tsx";
import { useOutbox } from "./use-outbox.ts";

interface InboxPaths {
  inbox: (search?: MessagesSearch) => string;
  /** Null if the reader has no page of it. */
  booking: (id: string) => string | null;
}

const PATHS: Record<InboxSide, InboxPaths> = {
  renter: { inbox: paths.messages, booking: (booking) => paths.bookings({ booking }) },
  host: { inbox: paths.hostMessages, booking: (booking) => paths.hostBookings({ booking }) },
};

export interface InboxProps {
  side: InboxSide;
  /** The addresses of the inbox and of bookings, if not those of the side. */
  to?: InboxPaths;
  /** Beside the heading. */
  action?: ReactNode;
}

/** The signed-in user's inbox. Keyed by user, so that nothing carries over to another account. */
export function Inbox({ side, to = PATHS[side], action }: InboxProps) {
  const { user } = useSession();
  return user && <UserInbox key={user.id} userId={user.id} side={side} to={to} action={action} />;
}

type UserInboxProps = Required<Pick<InboxProps, "side" | "to">> &
  Pick<InboxProps, "action"> & { userId: string };

function UserInbox({ userId, side, to, action }: UserInboxProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const outbox = useOutbox(userId);
  const [today] = useState(() => todayInNassau(new Date()));
  const openId = params.get("c");
  const search = params.get("search") ?? "";
  const searched = search ? { search } : {};
  const toPath = (id: string) => to.inbox({ c: id, ...searched });
  const opening = useOpening(to, subjectOfAddress(params));
  const isOpen = openId !== null || opening.isWanted;
  return (
    <>
      <div className={cx("flex items-baseline justify-between gap-4", isOpen && "max-md:contents")}>
        <h1 className={cx("text-2xl", isOpen && "max-md:sr-only")}>Messages</h1>
        {action && <span className={cx(isOpen && "max-md:hidden")}>{action}</span>}
      </div>
      <Panel
        flush
        className="grid h-[calc(100dvh-9.5rem-var(--banner,0rem))] min-h-[28rem] grid-cols-[minmax(0,1fr)] max-md:h-[calc(100dvh-var(--header)-2.5rem-var(--banner,0rem))] md:grid-cols-[20rem_minmax(0,1fr)]"
      >
        <div
          className={cx(
            "flex min-h-0 flex-col md:border-r md:border-border",
            isOpen && "max-md:hidden",
          )}
        >
          <SearchBox
            label="Search messages"
            placeholder="Name, car or message"
            search={search}
            className="p-3 sm:w-full"
            onSearch={(next) =>
              void navigate(
                to.inbox({ ...(openId && { c: openId }), ...(next && { search: next }) }),
                {
                  replace: true,
                },
              )
            }
          />
          <div className="min-h-0 flex-1 overflow-y-auto">
            <Conversations
              side={side}
              search={search}
              openId={openId}
              isOpen={isOpen}
              toPath={toPath}
              today={today}
            />
          </div>
        </div>
        <div className={cx("min-h-0 min-w-0", !isOpen && "max-md:hidden")}>
          {openId ? (
            <Thread
              key={openId}
              id={openId}
              toBooking={to.booking}
              back={to.inbox(searched)}
              toPath={toPath}
              outbox={outbox}
            />
          ) : (
            <NoThread opening={opening} />
          )}
        </div>
      </Panel>
    </>
  );
}

/** In place of a conversation: one is being opened, could not be opened, or none is chosen. */
function NoThread({ opening }: { opening: ReturnType<typeof useOpening> }) {
  if (opening.error)
    return (
      <FailedState
        title="We couldn't open the conversation."
        text={sentenceFor(opening.error, "Please try again in a moment.")}
        busy={opening.isPending}
        onRetry={opening.retry}
      />
    );
  if (opening.isWanted)
    return (
      <p role="status" className="p-8 text-muted-foreground">
        Opening conversation...
      </p>
    );
  return <EmptyState title="Choose a conversation" />;
}

type Subject = { booking_id: string } | { listing_id: string } | { support: true };

function subjectOfAddress(params: URLSearchParams): Subject | null {
  const [booking, car] = [params.get("booking"), params.get("car")];
  if (booking !== null) return { booking_id: booking };
  if (car !== null) return { listing_id: car };
  return params.has("with") ? { support: true } : null;
}

/** Finds or creates the conversation that the URL requests, and replaces the URL with its
 *  address. */
function useOpening(to: InboxPaths, subject: Subject | null) {
  const navigate = useNavigate();
  const requested = subject && JSON.stringify(subject);
  const { mutate, error, isPending } = useApiMutation("POST /api/conversations", {
    call: (body: Subject) => ({ body }),
    invalidates: MESSAGES,
    onSettled: async (opened) => {
      if (opened) await navigate(to.inbox({ c: opened.id }), { replace: true });
    },
  });
  useEffect(() => {
    if (requested) mutate(JSON.parse(requested) as Subject);
  }, [requested, mutate]);
  return { isWanted: subject !== null, error, isPending, retry: () => subject && mutate(subject) };
}

/** Opens the last conversation if there is room for it beside the list. */
function useOpenLastConversation(
  last: { id: string } | undefined,
  toPath: (id: string) => string,
): void {
  const navigate = useNavigate();
  const path = last && toPath(last.id);
  useEffect(() => {
    if (path && matchMedia("(width >= 48rem)").matches) void navigate(path, { replace: true });
  }, [path, navigate]);
}

interface ConversationsProps {
  side: InboxSide;
  search: string;
  openId: string | null;
  /** A conversation is open or being opened. */
  isOpen: boolean;
  toPath: (id: string) => string;
  today: CalendarDate;
}

function Conversations({ side, search, isOpen, ...shown }: ConversationsProps) {
  const focus = useFocusAfterwards();
  const list = useApiPages("GET /api/conversations", { query: { side, search } });
  useOpenLastConversation(isOpen ? undefined : list.data?.pages[0]?.conversations[0], shown.toPath);
  const count = list.data?.pages.reduce((sum, page) => sum + page.conversations.length, 0);
  return (
    <PagedList
      bare
      list={list}
      focus={focus}
      getItems={(page) => page.conversations}
      elementId={({ id }) => conversationElement(id)}
      failed={{ toast: "Failed to load messages", title: "We couldn't load your messages." }}
      status={count === undefined ? "Loading messages" : `${count} conversations`}
      skeleton={<ListSkeleton />}
      empty={
        search ? (
          <EmptyState title="Nothing found" text="Try another name, car or word." />
        ) : side === "host" ? (
          <EmptyState title="No messages yet" />
        ) : (
          <EmptyState
            title="No messages yet"
            text="Message a host from a car's page or from one of your trips."
            actions={
              <Button asChild>
                <Link to={paths.browse()}>Browse Cars</Link>
              </Button>
            }
          />
        )
      }
    >
      {(conversations) => <ConversationList conversations={conversations} {...shown} />}
    </PagedList>
  );
}

const ListSkeleton = () => (
  <div className="grid gap-4 p-4">
    {[1, 2, 3].map((key) => (
      <div key={key} className="flex gap-3">
        <Skeleton className="size-9 flex-none rounded-full" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-4" />
        </div>
      </div>
    ))}
  </div>
);
