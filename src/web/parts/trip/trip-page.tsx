// The page of a trip for its renter or its host: its state and its two handovers.
import { lazy, Suspense, type ReactNode } from "react";
import { Link } from "react-router";
import type { Booking } from "../../../contract/bookings/bookings.ts";
import type { Trip } from "../../../contract/bookings/trips.ts";
import type { TripState } from "../../../domain/trip/trip.ts";
import { explainTrip } from "./explain-trip.tsx";
import { useApi } from "../../api/use-api.ts";
import { BackLink } from "../page/back-link.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Photo } from "../../ui/photo/photo.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { photoSizes } from "../listing/photo-sizes.ts";
import { BookedStorm } from "../storm/booked-storm.tsx";
import { ExtendLink } from "./change/extend-link.tsx";
import { DepositPanel } from "./deposit/deposit-panel.tsx";
import { FlightDelay } from "./flight-delay.tsx";
import { HandoverPanel } from "./handover-panel.tsx";
import { LaterCharges } from "./charges/later-charges.tsx";
import { OutboxPanel } from "./offline/outbox-panel.tsx";
import { UnsentContext } from "./offline/unsent-context.ts";
import { useTrip } from "./offline/use-trip.ts";
import { TripPapers } from "./trip-papers.tsx";
import { describeHold, describeReading, describeTrip, otherName } from "./trip-text.ts";
import { TRIP } from "./use-entry.ts";

const AgreementSection = lazy(() => import("./agreement/agreement-section.tsx"));
const CasesSection = lazy(() => import("./cases/cases-section.tsx"));
const TripChanges = lazy(() => import("./change/trip-changes.tsx"));

/** The state and what may be recorded also change with the time. */
const REFETCH_MS = 60_000;

export interface TripPageProps {
  bookingId: string;
  back: { label: string; to: string };
  /** The conversation with the other side; absent for a helper who can't read messages. */
  messages?: string | undefined;
  /** For a helper, who reads no bookings. */
  isHelper?: boolean;
}

export function TripPage({ bookingId, back, messages, isHelper = false }: TripPageProps) {
  const query = useApi(TRIP, { params: { id: bookingId } }, { refetchInterval: REFETCH_MS });
  const { error } = query;
  const { trip, booking, isGone, storedAt, outbox } = useTrip(bookingId, query, isHelper);
  return (
    <>
      <BackLink {...back} />
      {trip ? (
        <UnsentContext value={new Map(outbox.unsent.map((entry) => [entry.id, entry]))}>
          <TripContent
            trip={trip}
            booking={booking}
            messages={messages}
            status={<OutboxPanel outbox={outbox} storedAt={storedAt} />}
          />
          {booking && <TripPapers trip={trip} booking={booking} />}
        </UnsentContext>
      ) : query.isPending ? (
        <>
          <p role="status" className="sr-only">
            Loading
          </p>
          <Skeleton className="h-72 rounded-lg" />
        </>
      ) : isGone ? (
        <Panel>
          <EmptyState
            level={1}
            title="There's no trip here"
            text={explainTrip(error, "The link may be incomplete or belong to another account.")}
          />
          <OutboxPanel outbox={outbox} />
        </Panel>
      ) : (
        <Panel>
          <FailedState
            level={1}
            title="The trip didn't load."
            text={explainTrip(error, "Check your connection and try again.")}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        </Panel>
      )}
    </>
  );
}

interface TripContentProps {
  trip: Trip;
  /** Undefined until it is loaded. */
  booking: Booking | undefined;
  messages: string | undefined;
  /** Whether everything is sent. Above the handovers. */
  status: ReactNode;
}

/** What happens next, and the link to the conversation. */
function TripHeader({ trip, messages }: Pick<TripContentProps, "trip" | "messages">) {
  const { title, text } = describeTrip(trip);
  return (
    <Panel as="section" flush aria-labelledby="trip-now">
      <div className="grid md:grid-cols-[minmax(0,1fr)_22rem]">
        {trip.car.image && (
          <Photo
            {...photoSizes(trip.car.image)}
            sizes="(max-width: 47.99rem) 100vw, 22rem"
            alt=""
            className="aspect-[2/1] h-full w-full rounded-none object-cover md:order-last md:aspect-auto"
          />
        )}
        <div className="grid content-center gap-3 p-5 md:p-8">
          <p className="text-muted-foreground">
            {trip.car.title}, {trip.booking_number}
          </p>
          <h1 id="trip-now" className="text-3xl">
            {title}
          </h1>
          <p className="text-lg" role="status">
            {text}
          </p>
          <FlightDelay trip={trip} />
          <div className="flex flex-wrap gap-3">
            {trip.side === "renter" && <ExtendLink trip={trip} />}
            {messages && (
              <Button asChild variant="outline">
                <Link to={messages}>
                  <Icon name="message-square" size={18} />
                  Message {otherName(trip)}
                </Link>
              </Button>
            )}
          </div>
        </div>
      </div>
      <Route state={trip.state} />
    </Panel>
  );
}

function TripContent({ trip, booking, messages, status }: TripContentProps) {
  return (
    <>
      <TripHeader trip={trip} messages={messages} />
      {status}
      {booking && (
        <BookedStorm booking={booking} viewer={trip.side === "renter" ? "renter" : "host"} />
      )}
      {trip.on_hold && (
        <Note variant="conch">
          <b>We&rsquo;re reviewing this trip.</b> {describeHold(trip)}
        </Note>
      )}
      {booking && (
        <Suspense>
          <TripChanges trip={trip} booking={booking} />
        </Suspense>
      )}
      <DepositPanel trip={trip} />
      {trip.return.confirmation && !trip.is_helper && <AfterTrip trip={trip} />}
      {!trip.is_helper && (
        <Suspense>
          <CasesSection trip={trip} />
        </Suspense>
      )}
      {trip.state !== "upcoming" && (
        <>
          {trip.pickup.confirmation && <HandoverPanel trip={trip} handover="return" />}
          <HandoverPanel trip={trip} handover="pickup" />
          {!trip.pickup.confirmation && trip.return.opens_at && (
            <HandoverPanel trip={trip} handover="return" />
          )}
        </>
      )}
      {!trip.is_helper && (
        <Suspense>
          <AgreementSection trip={trip} />
        </Suspense>
      )}
    </>
  );
}

/** The charges after the trip, below the readings that they follow from. */
function AfterTrip({ trip }: { trip: Trip }) {
  const { data } = useApi("GET /api/bookings/{id}/charges", { params: { id: trip.booking_id } });
  const { pickup, return: back } = trip;
  if (!data || data.charges.length === 0) return null;
  const isByReadings = data.charges.some(({ kind }) => kind !== "late_return");
  return (
    <Panel as="section" aria-labelledby="after-trip" className="grid gap-4">
      <h2 id="after-trip" className="text-xl">
        Charges after the trip
      </h2>
      {pickup.confirmation && pickup.reading && back.reading && isByReadings && (
        <p className="text-muted-foreground">
          Pickup: {describeReading(pickup.reading)}. Return: {describeReading(back.reading)}.
        </p>
      )}
      <LaterCharges bookingId={trip.booking_id} side={trip.side} />
    </Panel>
  );
}

const STEPS = [
  { label: "Booked", states: ["upcoming"] },
  { label: "Check-in", states: ["check_in_open"] },
  { label: "Driving", states: ["in_progress", "overdue"] },
  { label: "Returned", states: ["returned"] },
  { label: "Closed", states: ["closed"] },
] as const satisfies readonly { label: string; states: readonly TripState[] }[];

/** The steps of a trip, with the current one. */
function Route({ state }: { state: TripState }) {
  const current = STEPS.findIndex(({ states }) => (states as readonly string[]).includes(state));
  return (
    <ol
      aria-label="Where this trip is"
      className="grid grid-cols-5 gap-1 border-t border-border px-4 py-4 text-xs md:px-8 md:text-sm"
    >
      {STEPS.map(({ label }, index) => (
        <li
          key={label}
          aria-current={index === current ? "step" : undefined}
          className={cx("grid gap-2", index === current ? "font-bold" : "text-muted-foreground")}
        >
          <span
            aria-hidden
            className={cx(
              "h-1 rounded-full",
              index < current ? "bg-primary" : index === current ? "bg-highlight" : "bg-surface-3",
            )}
          />
          {label}
        </li>
      ))}
    </ol>
  );
}
