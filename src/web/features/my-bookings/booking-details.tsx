// View Details: everything about one booking that its renter may know. Which one it is stands in the URL.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Booking } from "../../../contract/bookings.ts";
import { daysBetween, formatInstantInNassau } from "../../../domain/dates.ts";
import { dollarsToCents, formatUsd } from "../../../domain/money.ts";
import { api, ApiError } from "../../lib/api.ts";
import { BookingPhoto } from "../../lib/booking-photo.tsx";
import { modelOf, paymentBadge, statusBadge } from "../../lib/booking-words.ts";
import { queryKeys, signedIn } from "../../lib/query.tsx";
import { hostName } from "../../lib/words.ts";
import { Badge } from "../../ui/badge.tsx";
import { Breakdown } from "../../ui/breakdown.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Facts, type Fact } from "../../ui/facts.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { datesOf, mailToHost } from "./booking-card.tsx";

export interface BookingDetailsProps {
  bookingId: string;
  /** What the list knows of it, shown until it has been read anew. */
  listed: Booking | undefined;
  onClose: () => void;
}

export function BookingDetails({ bookingId, listed, onClose }: BookingDetailsProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.booking(bookingId),
    queryFn: ({ signal }) =>
      signedIn((options) => api("GET /api/bookings/{id}", { params: { id: bookingId } }, options), signal),
    ...(listed && { placeholderData: listed }),
  });
  const booking = data ?? listed;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Booking Details"
      className="md:w-[min(38rem,100%)]"
      actions={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      {booking ? (
        <Details booking={booking} />
      ) : error instanceof ApiError && error.status >= 400 && error.status < 500 ? (
        <p>There is no booking of yours under this address.</p>
      ) : error ? (
        <FailedState
          title="The booking did not load."
          text="Nothing was changed. Check your connection and try again."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

function Details({ booking }: { booking: Booking }) {
  const { car } = booking;
  const status = statusBadge(booking);
  const payment = paymentBadge(booking);
  const facts: Fact[] = [
    { label: "Dates", value: datesOf(booking), className: "col-span-full" },
    { label: "Location", value: car.location },
    { label: "Payment status", value: <Badge variant={payment.variant}>{payment.label}</Badge> },
  ];
  if (booking.lapses_at && !booking.approving)
    facts.push({
      label: "The host answers by",
      value: formatInstantInNassau(new Date(booking.lapses_at)),
      className: "col-span-full",
    });
  return (
    <>
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-4">
        <BookingPhoto car={car} sizes="7rem" className="rounded-md" />
        <div className="grid justify-items-start gap-1">
          <h3 className="text-lg leading-[1.3] wrap-anywhere">{car.title}</h3>
          <p className="text-sm text-muted-foreground">{modelOf(car)}</p>
          <Badge variant={status.variant}>{status.label}</Badge>
        </div>
      </div>
      <Facts facts={facts} className="grid-cols-2" />
      <Prices booking={booking} />
      <Host booking={booking} />
      {car.pickup_instructions && <Text title="Pickup instructions">{car.pickup_instructions}</Text>}
      {booking.special_requests && <Text title="Special requests">{booking.special_requests}</Text>}
      {booking.decision_reason && <Text title="Reason given">{booking.decision_reason}</Text>}
    </>
  );
}

/** As the booking was made: later changes of the car's price do not touch it. */
function Prices({ booking }: { booking: Booking }) {
  const days = daysBetween(booking.start_date, booking.end_date);
  const total = formatUsd(dollarsToCents(booking.total_amount));
  return (
    <Breakdown
      className="rounded-md bg-surface-2 p-4"
      lines={[
        {
          label: `${formatUsd(dollarsToCents(booking.price_per_day))} × ${days} ${days === 1 ? "day" : "days"}`,
          amount: total,
        },
        { label: "Total", amount: total, kind: "total" },
        { label: "Service fee", amount: formatUsd(booking.service_fee_cents), kind: "sub" },
        { label: "Processing fee", amount: formatUsd(booking.processing_fee_cents), kind: "sub" },
        { label: "Total with fees", amount: formatUsd(booking.amount_due_cents), kind: "due" },
      ]}
    />
  );
}

function Host({ booking }: { booking: Booking }) {
  const { host } = booking.car;
  return (
    <Section title="Host">
      <p className="font-medium">{hostName(host)}</p>
      {host.email && (
        <p>
          <a href={mailToHost(booking, host.email)} className="link wrap-anywhere">
            {host.email}
          </a>
        </p>
      )}
      {host.phone && (
        <p>
          <a href={`tel:${host.phone}`} className="link">
            {host.phone}
          </a>
        </p>
      )}
      {!host.email && booking.status === "pending" && (
        <p className="text-sm text-muted-foreground">You see how to reach the host once the booking is approved.</p>
      )}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-sans text-xs font-regular tracking-normal text-muted-foreground">{title}</h3>
      {children}
    </section>
  );
}

function Text({ title, children }: { title: string; children: string }) {
  return (
    <Section title={title}>
      <p className="wrap-anywhere whitespace-pre-line">{children}</p>
    </Section>
  );
}

function Loading() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-4">
        <Skeleton className="aspect-3/2 rounded-md" />
        <div className="grid gap-2">
          <Skeleton className="h-5 w-[80%]" />
          <Skeleton className="h-4 w-[50%]" />
        </div>
      </div>
      <Skeleton className="h-24 rounded-md" />
      <Skeleton className="h-44 rounded-md" />
    </>
  );
}
