// One conversation: its subject, the messages and the message box.
import { useEffect } from "react";
import { Link } from "react-router";
import type { Conversation } from "../../../contract/people/messaging.ts";
import { BookingNumber } from "../booking/booking-number.tsx";
import { Composer } from "./composer.tsx";
import { ThreadSkeleton, ThreadView } from "./thread-view.tsx";
import { useConversation, useMessages } from "./use-thread.ts";
import { sentenceFor } from "../../api/problem-sentences.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { Note } from "../../ui/note.tsx";
import { UseTemplate } from "./use-template.tsx";
import { OtherPerson } from "./other-side.tsx";
import type { Outbox } from "./use-outbox.ts";
import { otherName, conversationSubject } from "./conversation-text.ts";
import { Icon } from "../../ui/icon.tsx";

export interface ThreadProps {
  id: string;
  /** The address of a booking; null if the reader has no page of it. */
  toBooking: (id: string) => string | null;
  /** The address of the list, with its search. */
  back: string;
  /** The address of another conversation. */
  toPath: (id: string) => string;
  outbox: Outbox;
}

export function Thread({ id, toBooking, back, toPath, outbox }: ThreadProps) {
  const { data: conversation, ...about } = useConversation(id);
  const thread = useMessages(id);
  const outgoing = outbox.waiting.filter((each) => each.conversationId === id);
  useArrived(outbox, thread.data?.pages.flatMap((page) => page.messages) ?? []);
  const error = about.error ?? thread.error;
  if (!conversation || !thread.data)
    return error ? (
      <FailedState
        title="We couldn't load the conversation."
        text={sentenceFor(error, "Please try again in a moment.")}
        busy={about.isFetching || thread.isFetching}
        onRetry={() => void Promise.all([about.refetch(), thread.refetch()])}
      />
    ) : (
      <ThreadSkeleton />
    );
  const name = otherName(conversation);
  return (
    <section aria-label={`Conversation with ${name}`} className="flex h-full min-h-0 flex-col">
      <Head conversation={conversation} toBooking={toBooking} back={back} />
      <ThreadView
        conversation={conversation}
        thread={thread}
        name={name}
        outgoing={outgoing}
        onSendAgain={outbox.sendAgain}
        onDrop={outbox.drop}
        empty={
          conversation.kind === "support"
            ? "How can we help? We'll reply right here."
            : "No messages yet. Say hello!"
        }
      >
        {conversation.earlier_id && (
          <Link to={toPath(conversation.earlier_id)} className="link justify-self-center text-sm">
            Your messages before the booking
          </Link>
        )}
        {conversation.contacts_hidden && (
          <Note icon={<Icon name="shield-check" />}>
            Email addresses and phone numbers stay hidden until a booking for this car is approved.
          </Note>
        )}
      </ThreadView>
      <State conversation={conversation} />
      <Composer
        conversationId={id}
        to={name}
        renderAbove={
          conversation.side === "host" && conversation.booking
            ? (write) => <UseTemplate conversationId={id} onChoose={write} />
            : undefined
        }
        onSend={(body, clear) => {
          outbox.send(id, body);
          clear();
        }}
      />
    </section>
  );
}

/** Drops a message that seemed to fail but has arrived, for example after a lost connection. */
function useArrived({ waiting, drop }: Outbox, messages: readonly { id: string }[]): void {
  const arrived = waiting.find(
    ({ id, failed }) => failed !== null && messages.some((message) => message.id === id),
  );
  useEffect(() => {
    if (arrived) drop(arrived);
  });
}

/** What the user should know before writing. */
function State({
  conversation: { other, other_away: isAway, case: ticket },
}: {
  conversation: Conversation;
}) {
  const text =
    isAway && other
      ? `${other.first_name} ${other.last_name} can't read messages right now. We'll keep what you send.`
      : ticket?.state === "closed"
        ? `Case ${ticket.number} is closed. Send a message to reopen it.`
        : null;
  if (!text) return null;
  return (
    <Note variant={isAway ? "sun" : "sea"} icon={<Icon name="info" />} className="mx-4 mb-3">
      {text}
    </Note>
  );
}

function Head({
  conversation,
  toBooking,
  back,
}: Pick<ThreadProps, "toBooking" | "back"> & { conversation: Conversation }) {
  const { other, booking, car, case: ticket } = conversation;
  const to = (booking && toBooking(booking.id)) ?? (car && paths.car(car.id));
  return (
    <header className="flex items-center gap-3 border-b border-border p-3 md:px-5">
      <Button asChild variant="ghost" size="icon" className="md:hidden">
        <Link to={back} aria-label="Back to all conversations">
          <Icon name="arrow-left" />
        </Link>
      </Button>
      <OtherPerson other={other} />
      <div className="min-w-0">
        <h2 className="truncate text-base leading-tight">{otherName(conversation)}</h2>
        <p className="truncate text-sm text-muted-foreground">
          {to ? (
            <Link to={to} className="link">
              {conversationSubject(conversation)}
            </Link>
          ) : (
            conversationSubject(conversation)
          )}
          {booking && (
            <>
              {" "}
              <BookingNumber number={booking.number} />
            </>
          )}
          {ticket?.booking && <CaseBooking {...ticket.booking} />}
        </p>
      </div>
    </header>
  );
}

type CaseBookingProps = NonNullable<NonNullable<Conversation["case"]>["booking"]>;

const CaseBooking = ({ id, number, side }: CaseBookingProps) => (
  <>
    , booking{" "}
    <Link
      to={(side === "host" ? paths.hostBookings : paths.bookings)({ booking: id })}
      className="link whitespace-nowrap tabular-nums"
    >
      {number}
    </Link>
  </>
);
