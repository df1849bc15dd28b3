// The messages between the renter and the host of a booking. An admin reads them for an hour after
// giving a reason, which the audit log keeps.
import { useEffect, useId, useState } from "react";
import type { AdminBooking } from "../../../../contract/admin/admin-bookings.ts";
import {
  MESSAGE_ACCESS_MINUTES,
  MIN_ACCESS_REASON_LENGTH,
} from "../../../../domain/admin-notes.ts";
import { formatInstant, formatTime } from "../../../../domain/text/format.ts";
import { MAX_REASON_LENGTH } from "../../../../domain/text/limits.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useApiMutation, useApiPages } from "../../../api/use-api.ts";
import { TextareaField } from "../../../forms/fields.tsx";
import { Form } from "../../../forms/form.tsx";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { ShowMore } from "../../../parts/list/show-more.tsx";
import { fullName } from "../../../parts/person/full-name.ts";
import { Button } from "../../../ui/button.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { None } from "../page-section.tsx";

interface BookingMessagesProps {
  booking: AdminBooking;
  /** Until when the admin may read them; null without a recent reason. */
  until: string | null;
}

const HEADING = "messages-until";

export function BookingMessages({ booking, until }: BookingMessagesProps) {
  const focus = useFocusAfterwards();
  const isOpen = useIsBefore(until);
  return until && isOpen ? (
    <Thread booking={booking} until={until} />
  ) : (
    <AskForReason bookingId={booking.id} onOpened={() => focus(HEADING)} />
  );
}

/** Whether an instant is still ahead. Renders again once it has passed. */
function useIsBefore(instant: string | null): boolean {
  const [now, setNow] = useState(() => Date.now());
  const left = instant ? Date.parse(instant) - now : 0;
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [left]);
  return left > 0;
}

function AskForReason({ bookingId, onOpened }: { bookingId: string; onOpened: () => void }) {
  const open = useApiMutation("POST /api/admin/bookings/{id}/message-access", {
    invalidates: ["GET /api/admin/bookings/{id}/record", "GET /api/admin/bookings/{id}"],
    onSettled: (_, error) => !error && onOpened(),
  });
  const form = useAppForm({
    id: useId(),
    initial: { reason: "" },
    check: ({ reason }) => ({
      reason:
        reason.trim().length < MIN_ACCESS_REASON_LENGTH
          ? `Enter a reason of at least ${MIN_ACCESS_REASON_LENGTH} characters.`
          : undefined,
    }),
    isLive: true,
    send: ({ reason }) =>
      open.mutateAsync({ params: { id: bookingId }, body: { reason: reason.trim() } }),
  });
  return (
    <>
      <p className="text-sm">
        What the renter and the host write to each other is private. With a reason, you can read it
        for {MESSAGE_ACCESS_MINUTES} minutes.
      </p>
      <Form
        form={form}
        className="grid justify-items-start gap-3"
        failureTitle="We couldn't open the messages"
      >
        <TextareaField
          form={form}
          name="reason"
          label="Reason"
          hint="For example, a dispute or support case. The audit log keeps it with your name."
          fieldClassName="w-full"
          rows={2}
          required
          maxLength={MAX_REASON_LENGTH}
        />
        <Button
          type="submit"
          size="small"
          variant="outline"
          busy={form.busy}
          busyLabel="Opening..."
        >
          Read Messages
        </Button>
      </Form>
    </>
  );
}

function Thread({ booking, until }: { booking: AdminBooking; until: string }) {
  const list = useApiPages("GET /api/admin/bookings/{id}/messages", {
    params: { id: booking.id },
    query: {},
  });
  const messages = list.data?.pages.flatMap((page) => page.messages).toReversed() ?? [];
  const names = { renter: fullName(booking.renter), host: fullName(booking.car.host) };
  return (
    <>
      <p id={HEADING} tabIndex={-1} className="text-sm text-muted-foreground">
        You can read these until {formatTime(new Date(until))}. The renter and host aren't notified.
      </p>
      {list.hasNextPage && (
        <ShowMore list={list} label="Earlier messages" onClick={() => void list.fetchNextPage()} />
      )}
      {list.isPending ? (
        <Skeleton className="h-24 rounded-md" />
      ) : !list.data ? (
        <FailedState
          title="The messages didn't load."
          text={sentenceFor(list.error, "Please try again in a moment.")}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : messages.length === 0 ? (
        <None>They haven&rsquo;t written to each other about this booking.</None>
      ) : (
        <ol aria-label="Messages" className="grid gap-3 text-sm">
          {messages.map(({ id, side, body, created_at }) => (
            <li key={id} className="grid gap-1 border-l-2 border-input pl-3">
              <span className="text-muted-foreground">
                {names[side]}, {side},{" "}
                <time dateTime={created_at}>{formatInstant(new Date(created_at))}</time>
              </span>
              <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                {body}
              </p>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
