// One conversation: who and what it is about, its messages, and where the answer is written.
import { ArrowLeft, ShieldCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { Conversation } from "../../../contract/messaging.ts";
import { todayInNassau } from "../../../domain/dates.ts";
import { sentenceFor } from "../../lib/problem-sentences.ts";
import type { InboxSide } from "../../lib/unread-messages.ts";
import { paths } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { Note } from "../../ui/note.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Bubbles } from "./bubbles.tsx";
import { Composer } from "./composer.tsx";
import type { Outbox } from "./use-outbox.ts";
import { useConversation, useMarkRead, useMessages } from "./use-thread.ts";
import { nameOf, subjectOf } from "./words.ts";

export interface ThreadProps {
  id: string;
  side: InboxSide;
  /** To the list, with its search. */
  back: string;
  /** Another conversation of this page. */
  pathOf: (id: string) => string;
  outbox: Outbox;
}

export function Thread({ id, side, back, pathOf, outbox }: ThreadProps) {
  const { data: conversation, ...about } = useConversation(id);
  const { data, ...thread } = useMessages(id);
  const messages = data?.pages.toReversed().flatMap((page) => page.messages) ?? [];
  useMarkRead(id, conversation?.read_seq, messages.at(-1)?.seq ?? 0);
  const [openedAt, setOpenedAt] = useState<number>();
  if (conversation && openedAt === undefined) setOpenedAt(conversation.read_seq);
  const theirs = data && (messages.findLast(({ mine }) => !mine)?.seq ?? 0);
  const announced = useAnnouncement(theirs, conversation ? nameOf(conversation) : "");
  const error = about.error ?? thread.error;

  if (!conversation || !data)
    return error ? (
      <FailedState
        title="The conversation did not load."
        text={sentenceFor(error, "Please try again in a moment.")}
        busy={about.isFetching || thread.isFetching}
        onRetry={() => void Promise.all([about.refetch(), thread.refetch()])}
      />
    ) : (
      <ThreadSkeleton />
    );
  const sent = new Set(messages.map((message) => message.id));
  return (
    <section aria-label={`Conversation with ${nameOf(conversation)}`} className="flex h-full min-h-0 flex-col">
      <Head conversation={conversation} side={side} back={back} />
      {/* Turned around, so that it stays at its end and older messages above move nothing. */}
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
        tabIndex={0}
        role="region"
        aria-label="What was written"
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain"
      >
        <div className="grid content-start gap-4 p-4 md:p-5">
          {thread.hasNextPage && (
            <Button
              variant="outline"
              size="small"
              className="justify-self-center"
              busy={thread.isFetchingNextPage}
              busyLabel="Loading..."
              onClick={() => void thread.fetchNextPage()}
            >
              Show earlier messages
            </Button>
          )}
          {conversation.earlier_id && !thread.hasNextPage && (
            <Link to={pathOf(conversation.earlier_id)} className="link justify-self-center text-sm">
              What you wrote before the booking
            </Link>
          )}
          {conversation.contacts_hidden && (
            <Note icon={<ShieldCheck aria-hidden="true" size={20} strokeWidth={1.75} />}>
              Email addresses and phone numbers are hidden until a booking of this car is approved. Then you both see
              them.
            </Note>
          )}
          {messages.length === 0 && (
            <p className="py-8 text-center text-muted-foreground">Nothing written yet. Say hello below.</p>
          )}
          <Bubbles
            messages={messages}
            outgoing={outbox.waiting.filter((each) => each.conversationId === id && !sent.has(each.id))}
            openedAt={openedAt ?? 0}
            otherReadSeq={conversation.other_read_seq}
            today={todayInNassau(new Date())}
            onSendAgain={outbox.sendAgain}
            onDrop={outbox.drop}
          />
        </div>
      </div>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <Composer conversationId={id} to={nameOf(conversation)} onSend={(body) => outbox.send(id, body)} />
    </section>
  );
}

function Head({ conversation, side, back }: { conversation: Conversation; side: InboxSide; back: string }) {
  const { other, booking, car } = conversation;
  const to = booking
    ? (side === "host" ? paths.hostBookings : paths.bookings)({ booking: booking.id })
    : car && paths.car(car.id);
  return (
    <header className="flex items-center gap-3 border-b border-border p-3 md:px-5">
      <Button asChild variant="ghost" size="icon" className="md:hidden">
        <Link to={back} aria-label="Back to all conversations">
          <ArrowLeft aria-hidden="true" size={20} strokeWidth={1.75} />
        </Link>
      </Button>
      <Avatar firstName={other?.first_name ?? "C"} lastName={other?.last_name ?? ""} />
      <div className="min-w-0">
        <h2 className="truncate text-base leading-tight">{nameOf(conversation)}</h2>
        <p className="truncate text-sm text-muted-foreground">
          {to ? (
            <Link to={to} className="link">
              {subjectOf(conversation)}
            </Link>
          ) : (
            subjectOf(conversation)
          )}
        </p>
      </div>
    </header>
  );
}

/** Read out when another message comes while the conversation is open; `seq` is that of the other side's last, once it is loaded. */
function useAnnouncement(seq: number | undefined, name: string): string {
  const known = useRef<number>(undefined);
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (seq === undefined) return;
    if (known.current !== undefined && seq > known.current) setSaid(`New message from ${name}`);
    known.current = Math.max(known.current ?? 0, seq);
  }, [seq, name]);
  return said;
}

const ThreadSkeleton = () => (
  <div className="grid content-end gap-3 p-5">
    <p role="status" className="sr-only">
      Loading the conversation
    </p>
    <Skeleton className="h-12 w-2/3 rounded-[1.15rem]" />
    <Skeleton className="h-10 w-1/2 justify-self-end rounded-[1.15rem]" />
    <Skeleton className="h-16 w-3/5 rounded-[1.15rem]" />
  </div>
);
