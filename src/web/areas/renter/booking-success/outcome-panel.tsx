// The page after the card checkout, in all its states.
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { QueryProvider } from "../../../api/query.tsx";
import { useSession } from "../../../session/session.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { useHeadingFocus } from "../../../ui/focus/heading-focus.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { BookingSummary } from "./booking-summary.tsx";
import { findOutcome, isMade } from "../../../parts/booking/booking-outcome.ts";
import { handoverPlace } from "../../../parts/booking/booking-text.ts";
import { CalendarFileButton } from "../../../parts/booking/calendar-file-button.tsx";
import { BeforePickup } from "../../../parts/booking/trip/before-pickup.tsx";
import {
  MessageHost,
  PickupInstructions,
  TripActions,
} from "../../../parts/booking/trip/trip-actions.tsx";
import { describeOutcome, type NextStep, type OutcomeText } from "./outcome-text.ts";
import { useOutcome, type OutcomeReading, type Verified } from "./use-outcome.ts";
import { Icon } from "../../../ui/icon.tsx";

export function BookingOutcome({ sessionId }: { sessionId: string | null }) {
  const { status } = useSession();
  // The server renders this page without session and query, so it waits until the session is known.
  if (status === "loading") return <Verifying />;
  if (!sessionId) return <NotFound />;
  if (status === "signed-out") return <SignInFirst />;
  return (
    <QueryProvider>
      <Outcome sessionId={sessionId} />
    </QueryProvider>
  );
}

function Outcome({ sessionId }: { sessionId: string }) {
  const reading = useOutcome(sessionId);
  const failure = reading.state === "failed" ? reading.error : null;
  useEffect(() => {
    if (failure)
      toast({
        title: "Verification Error",
        description: sentenceFor(failure, "Failed to verify payment"),
        variant: "destructive",
      });
  }, [failure]);
  usePaidToast(reading.state === "settled" ? reading.outcome.booking : null);
  const title = "outcome" in reading ? describeOutcome(reading.outcome).title : "";
  const box = useHeadingFocus<HTMLDivElement>(reading.state + title);
  return (
    <div ref={box}>
      {/* Always rendered, so that screen readers announce the result. */}
      <p role="status" className="sr-only">
        {title}
      </p>
      <Reading reading={reading} />
    </div>
  );
}

function Reading({ reading }: { reading: OutcomeReading }) {
  switch (reading.state) {
    case "verifying":
      return <Verifying />;
    case "not_found":
      return <NotFound />;
    case "failed":
      return (
        <EmptyState
          level={1}
          title="We couldn't verify your payment."
          text="Nothing was changed."
          actions={
            <>
              <Button onClick={reading.retry}>Try again</Button>
              <Button asChild variant="outline">
                <Link to={paths.bookings()}>My Bookings</Link>
              </Button>
            </>
          }
        />
      );
    case "waiting":
      return <OutcomePanel outcome={reading.outcome} retry={reading.retry} />;
    case "settled":
      return <OutcomePanel outcome={reading.outcome} />;
  }
}

/** Shows the toast once per visit, however often the booking is refetched. */
function usePaidToast(booking: Booking | null) {
  const said = useRef(false);
  const paid = booking?.payment_status === "paid" && findOutcome(booking) === "confirmed";
  useEffect(() => {
    if (!paid || said.current) return;
    said.current = true;
    toast({ title: "Payment Successful!", description: "Your booking is confirmed and approved." });
  }, [paid]);
}

const TONES = {
  done: "bg-highlight text-highlight-foreground",
  waiting: "bg-tint-sun text-tint-sun-foreground",
  over: "bg-tint-conch text-tint-conch-foreground",
} as const;

function OutcomePanel({ outcome, retry }: { outcome: Verified; retry?: () => void }) {
  const { booking, checkout } = outcome;
  const text = describeOutcome(outcome);
  return (
    <div className="grid gap-8">
      <Announcement words={text} />
      <BookingSummary booking={booking} />
      {isMade(booking) && booking.status !== "completed" && (
        <>
          <Pickup booking={booking} />
          <BeforePickup booking={booking} />
        </>
      )}
      <div className="grid items-start gap-8 md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        {text.next.length > 0 && <WhatsNext steps={text.next} />}
        <div className="grid gap-2">
          {checkout && (
            <Button asChild size="large">
              <a href={checkout.url}>
                <Icon name="external-link" />
                Reopen checkout
              </a>
            </Button>
          )}
          {retry && (
            <Button size="large" variant={checkout ? "outline" : "default"} onClick={retry}>
              <Icon name="rotate-cw" />
              Try again
            </Button>
          )}
          <Button asChild size="large" variant={retry ? "outline" : "default"}>
            <Link to={paths.dashboard()}>View My Bookings</Link>
          </Button>
          {booking.may.includes("read_receipt") && (
            <Button asChild size="large" variant="outline">
              <Link to={paths.bookingReceipt(booking.id)}>View Receipt</Link>
            </Button>
          )}
          <Button asChild size="large" variant="outline">
            <Link to={paths.browse()}>Browse More Cars</Link>
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Where and how to get the car. The instructions are shown once the booking is approved. */
function Pickup({ booking }: { booking: Booking }) {
  const { car } = booking;
  return (
    <Panel as="section" aria-labelledby="pickup" className="grid gap-4">
      <div>
        <h2 id="pickup" className="text-xl">
          Pickup
        </h2>
        <p className="wrap-anywhere">{handoverPlace(booking).location}</p>
      </div>
      <PickupInstructions>{car.pickup_instructions}</PickupInstructions>
      <TripActions booking={booking}>
        <MessageHost booking={booking} />
        <CalendarFileButton booking={booking} />
      </TripActions>
    </Panel>
  );
}

function Announcement({ words: { title, text, icon, tone } }: { words: OutcomeText }) {
  return (
    <div className="grid justify-items-start gap-1">
      <span className={cx("mb-2 grid size-14 place-items-center rounded-full", TONES[tone])}>
        <Icon
          name={icon}
          size={28}
          className={tone === "done" ? "stroke-[2.25]" : "stroke-[1.75]"}
        />
      </span>
      <h1 className="text-3xl leading-[1.1]">{title}</h1>
      <p className="max-w-[44rem] text-lg text-muted-foreground wrap-anywhere">{text}</p>
    </div>
  );
}

function WhatsNext({ steps }: { steps: readonly NextStep[] }) {
  return (
    <section>
      <h2 className="text-xl">What&rsquo;s Next</h2>
      <ol className="mt-4 grid gap-4">
        {steps.map(({ icon, title, text, contacts = [] }) => (
          <li key={title} className="flex items-start gap-4">
            <span className="grid size-9 flex-none place-items-center rounded-full bg-secondary text-secondary-foreground">
              <Icon name={icon} />
            </span>
            <div>
              <p className="font-bold">{title}</p>
              <p className="text-muted-foreground">{text}</p>
              {contacts.map(({ label, href }) => (
                <p key={href}>
                  <a href={href} className="link inline-block min-h-6 wrap-anywhere">
                    {label}
                  </a>
                </p>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Verifying() {
  return (
    <div className="grid min-h-[50vh] place-content-center justify-items-center gap-4 text-center">
      <h1 className="sr-only">Your booking</h1>
      <Spinner label="Verifying your payment..." />
      <p className="text-muted-foreground">This takes a few seconds.</p>
    </div>
  );
}

function Alone({ children }: { children: ReactNode }) {
  return <div className="grid min-h-[60vh] place-items-center">{children}</div>;
}

function NotFound() {
  return (
    <Alone>
      <EmptyState
        level={1}
        title="Booking Not Found"
        text="The link may be incomplete or belong to another account."
        actions={
          <Button asChild>
            <Link to={paths.browse()}>Back to Browse</Link>
          </Button>
        }
      />
    </Alone>
  );
}

function SignInFirst() {
  const { pathname, search } = useLocation();
  return (
    <Alone>
      <EmptyState
        level={1}
        title="Sign in to see your booking"
        text="Your booking is safe. Sign in with the account you booked with."
        actions={
          <Button asChild>
            <Link to={paths.auth({ next: pathname + search })}>Sign In</Link>
          </Button>
        }
      />
    </Alone>
  );
}
