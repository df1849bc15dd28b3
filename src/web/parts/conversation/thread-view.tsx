// The messages of a conversation, scrolled to the end. Older ones load on scrolling up, or by a
// button.
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Conversation } from "../../../contract/people/messaging.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Bubbles, type Outgoing } from "./bubbles.tsx";
import { useMarkMessagesRead, type useMessages } from "./use-thread.ts";

/** How far above the viewport older messages are fetched. */
const AHEAD = "400px 0px 0px";

export interface ThreadViewProps {
  conversation: Conversation;
  thread: ReturnType<typeof useMessages>;
  /** The name of the other side. */
  name: string;
  outgoing?: readonly Outgoing[];
  onSendAgain?: (message: Outgoing) => void;
  onDrop?: (message: Outgoing) => void;
  /** Shown when there are no messages. */
  empty?: string;
  /** Shown above the first message. */
  children?: ReactNode;
}

export function ThreadView(props: ThreadViewProps) {
  const { conversation, thread, name, outgoing = [], onSendAgain, onDrop, empty, children } = props;
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = thread;
  const messages = data?.pages.toReversed().flatMap((page) => page.messages) ?? [];
  useMarkMessagesRead(conversation.id, conversation.read_seq, messages.at(-1)?.seq ?? 0);
  const [openedAt] = useState(conversation.read_seq);
  const announcement = useAnnouncement(messages.findLast(({ mine }) => !mine)?.seq ?? 0, name);
  const [scroller, top] = useNearTop(
    hasNextPage && !isFetchingNextPage && !isFetchNextPageError,
    () => {
      void fetchNextPage();
    },
  );
  const sent = new Set(messages.map((message) => message.id));
  return (
    <>
      {/* Reversed, so that it stays at its end and older messages inserted above do not shift
          it. */}
      <div
        ref={scroller}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
        tabIndex={0}
        role="region"
        aria-label="Message history"
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain"
      >
        <div className="grid content-start gap-4 p-4 md:p-5">
          <div ref={top} />
          {isFetchNextPageError && (
            <p role="alert" className="text-center text-sm text-destructive-text">
              We couldn&rsquo;t load earlier messages.
            </p>
          )}
          {hasNextPage && (
            <Button
              variant="outline"
              size="small"
              className="justify-self-center"
              busy={isFetchingNextPage}
              busyLabel="Loading..."
              onClick={() => void fetchNextPage()}
            >
              {isFetchNextPageError ? "Try again" : "Show earlier messages"}
            </Button>
          )}
          {!hasNextPage && children}
          {messages.length === 0 && empty && (
            <p className="py-8 text-center text-muted-foreground">{empty}</p>
          )}
          <Bubbles
            messages={messages}
            outgoing={outgoing.filter(({ id }) => !sent.has(id))}
            openedAt={openedAt}
            otherReadSeq={conversation.other_read_seq}
            today={todayInNassau(new Date())}
            onSendAgain={(message) => onSendAgain?.(message)}
            onDrop={(message) => onDrop?.(message)}
          />
        </div>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

/** Calls `onNear` whenever the top comes near the viewport, once the user has scrolled.
 *  @returns refs for the scroller and its top */
function useNearTop(enabled: boolean, onNear: () => void) {
  const scroller = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const near = useRef(onNear);
  useEffect(() => {
    near.current = onNear;
  });
  useEffect(() => {
    const [root, target] = [scroller.current, top.current];
    if (!enabled || !root || !target) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting && root.scrollTop !== 0) near.current();
      },
      { root, rootMargin: AHEAD },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [enabled]);
  return [scroller, top] as const;
}

/** Announced to screen readers when a message arrives while the conversation is open; `seq` is
 *  the other side's last one. */
function useAnnouncement(seq: number, name: string): string {
  const known = useRef(seq);
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (seq > known.current) setSaid(`New message from ${name}`);
    known.current = Math.max(known.current, seq);
  }, [seq, name]);
  return said;
}

export const ThreadSkeleton = () => (
  <div className="grid content-end gap-3 p-5">
    <p role="status" className="sr-only">
      Loading conversation
    </p>
    <Skeleton className="h-12 w-2/3 rounded-[1.15rem]" />
    <Skeleton className="h-10 w-1/2 justify-self-end rounded-[1.15rem]" />
    <Skeleton className="h-16 w-3/5 rounded-[1.15rem]" />
  </div>
);
