// The booking panel: price, dates, special requests, and the total before anything is clicked.
import {
  MAX_REQUESTS_LENGTH,
  rentalDays,
  toRentalPeriod,
  type RentalPeriod,
} from "../../../../../domain/booking/rental-period.ts";
import { lazy, Suspense, useEffect } from "react";
import { Link } from "react-router";
import { ANSWER_HOURS } from "../../../../../domain/booking/booking-deadlines.ts";
import { CANCELLATION_RULE } from "../../../../../domain/booking/cancellation-text.ts";
import { formatDay, formatUsd, formatUsdShort } from "../../../../../domain/text/format.ts";
import type { ChargeLineDetails } from "../../../../../domain/money/charge-line.ts";
import type { IslandId } from "../../../../../domain/place/islands.ts";
import { CancellationNote } from "../../../../parts/booking/cancellation-note.tsx";
import { ChargeLines } from "../../../../parts/booking/charge-lines.tsx";
import { PossibleCharges } from "../../../../parts/booking/tariff/possible-charges.tsx";
import {
  isTaken,
  lastRentalDay,
  mayEndOn,
  mayStartOn,
} from "../../../../parts/booking/rental-days.ts";
import { SAVED_CARD_CONSENT } from "../../../../../domain/money/later/saved-card.ts";
import { INCLUDED_INSURANCE } from "../../../../parts/page/claims.ts";
import { paths } from "../../../../paths.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Textarea } from "../../../../ui/form/controls.tsx";
import { DateRangeField } from "../../../../ui/form/date-range-field.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { Note } from "../../../../ui/note.tsx";
import { Panel } from "../../../../ui/panel.tsx";
import { BookButton } from "./book-button.tsx";
import { CheckoutStatus, OpenCheckoutActions } from "./checkout-state.tsx";
import { DATES_ID } from "./booking-focus.ts";
import { DriversField } from "./typed/drivers-field.tsx";
import { ExtrasField, MeetingPlaceField } from "../../../../parts/booking/choice/add-on-fields.tsx";
import { DriversOnly, ObstacleNote, OutstandingNote, TooYoung } from "./obstacle-note.tsx";
import { OneMoreDay, PriceRules } from "./price-rules.tsx";
import { TripTimes } from "../../../../parts/booking/choice/trip-times.tsx";
import type { BookingPanelState } from "./use-booking.ts";
import type { ShownPrice } from "./use-price.ts";
import { Icon } from "../../../../ui/icon.tsx";

const BirthdayDialog = lazy(() => import("./birthday-dialog.tsx"));

export interface BookingPanelProps {
  booking: BookingPanelState;
  /** The car's island, to search for other cars when the dates are taken; null if unknown. */
  island: IslandId | null;
}

export function BookingPanel({ booking, island }: BookingPanelProps) {
  const { obstacle } = booking;
  return (
    <Panel as="section" float aria-labelledby="booking-title" className="grid gap-[1.1rem]">
      <h2 id="booking-title" className="sr-only">
        Book this car
      </h2>
      <PricePerDay cents={booking.priceTerms.pricePerDayCents} isInstant={booking.isInstant} />
      {obstacle?.code === "car_awaits_inspection" ? (
        <>
          <ObstacleNote booking={booking} obstacle={obstacle} island={island} />
          <CheckoutStatus booking={booking} />
        </>
      ) : (
        <Open booking={booking} island={island} />
      )}
    </Panel>
  );
}

/** The panel of a car that no storm closes. */
function Open({ booking, island }: BookingPanelProps) {
  const { dates, openCheckout, made } = booking;
  return (
    <>
      {!booking.price && <PriceRules terms={booking.priceTerms} />}
      <Dates booking={booking} />
      {!openCheckout && !made && <Choices booking={booking} />}
      {booking.obstacle && (
        <ObstacleNote booking={booking} obstacle={booking.obstacle} island={island} />
      )}
      {booking.isTooYoung && <TooYoung />}
      {booking.balance && <OutstandingNote balance={booking.balance} />}
      {!openCheckout && !made && booking.driver !== "verified" && (
        <DriversOnly state={booking.driver} />
      )}
      {!openCheckout && !made && booking.driver === "verified" && booking.asksForVerification && (
        <VerifiedInstantly />
      )}
      {/* Special requests belong to the booking that a checkout was opened for. */}
      {!openCheckout && !made && (
        <Field label="Special requests" optional>
          <Textarea
            rows={3}
            maxLength={MAX_REQUESTS_LENGTH}
            placeholder="Flight number, late pickup..."
            value={booking.requests}
            onChange={({ target }) => booking.setRequests(target.value)}
          />
        </Field>
      )}
      <Total booking={booking} />
      <CheckoutStatus booking={booking} />
      {openCheckout && <OpenCheckoutActions checkout={openCheckout} booking={booking} />}
      {made && (
        <Button asChild size="large">
          <Link to={paths.bookingSuccess(made.session_id)}>See your booking</Link>
        </Button>
      )}
      {!made && (
        <Terms
          period={openCheckout ? toRentalPeriod(openCheckout) : booking.period}
          isRequest={!booking.isInstant}
        />
      )}
      {!openCheckout && !made && <Book booking={booking} />}
      {booking.isAskingBirthday && dates.start && (
        <Suspense>
          <BirthdayDialog
            startDate={dates.start}
            onClose={booking.forgoBirthday}
            onSave={booking.bookWithBirthday}
          />
        </Suspense>
      )}
    </>
  );
}

/** "Was $20.00", where the host has changed what the page showed. */
function sayBefore({ formerCents }: ShownPrice, line: ChargeLineDetails): string | undefined {
  const cents = formerCents?.get(line);
  return cents === undefined ? undefined : `Was ${formatUsd(cents)}`;
}

/** The lines and their total once dates are chosen. */
function Total({ booking }: { booking: BookingPanelState }) {
  const { price, openCheckout, made, period, usageTerms } = booking;
  if (price)
    return (
      <>
        <ChargeLines
          lines={price.lines}
          drivers={openCheckout ? openCheckout.drivers.length : booking.validDrivers}
          note={(line) => sayBefore(price, line)}
        />
        {period && (
          <PossibleCharges
            terms={usageTerms}
            rental={{ totalCents: price.totalCents, days: rentalDays(period) }}
          />
        )}
      </>
    );
  if (openCheckout || made) return null;
  return <p className="text-sm text-muted-foreground">Select dates to see the total price.</p>;
}

/** What the renter chooses besides the dates. */
const Choices = ({ booking }: { booking: BookingPanelState }) => (
  <>
    {booking.times && (
      <TripTimes times={booking.times} isLoading={booking.availability.state === "loading"} />
    )}
    <MeetingPlaceField choice={booking} />
    <ExtrasField choice={booking} />
    <DriversField booking={booking} />
    <OneMoreDay booking={booking} />
  </>
);

const PricePerDay = ({ cents, isInstant }: { cents: number; isInstant: boolean }) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <Badge variant="secondary" className="badge-price">
      <b>{formatUsdShort(cents)}</b> / day
    </Badge>
    <Badge variant="quiet">
      <Icon name={isInstant ? "zap" : "clock"} size={14} />
      {isInstant ? "Instant book" : `Host responds within ${ANSWER_HOURS} h`}
    </Badge>
  </div>
);

/** What the price includes, and whether the trip can be cancelled. */
const Terms = ({ period, isRequest }: { period: RentalPeriod | null; isRequest: boolean }) => (
  <div className="grid gap-2 text-sm">
    <p className="flex gap-2">
      <Icon name="shield-check" className="flex-none text-link" />
      <span>
        <b className="font-medium">Insurance included:</b> {INCLUDED_INSURANCE}.
      </span>
    </p>
    {period ? (
      <CancellationNote period={period} isRequest={isRequest} />
    ) : (
      <p className="flex gap-2">
        <Icon name="calendar-check" className="flex-none text-link" />
        {CANCELLATION_RULE}
      </p>
    )}
  </div>
);

/** When the card is charged (specification section 2). */
function describeCharge({ isInstant, price }: BookingPanelState): string {
  const amount = price ? formatUsd(price.amountDueCents) : null;
  if (isInstant)
    return `Instant book: your card is charged${amount ? ` ${amount}` : ""} when you book.`;
  return `You are not charged until the host approves.${amount ? ` Until then, we hold ${amount} on your card.` : ""}`;
}

const Book = ({ booking }: { booking: BookingPanelState }) => (
  <div className="grid gap-2">
    <BookButton booking={booking} className="w-full max-md:hidden" />
    <p className="text-center text-sm text-muted-foreground">
      {describeCharge(booking)} {SAVED_CARD_CONSENT}
    </p>
    <noscript>
      <Note variant="sun">You need JavaScript to book. Please turn it on in your browser.</Note>
    </noscript>
  </div>
);

function Dates({ booking }: { booking: BookingPanelState }) {
  const { today, availability, picking } = booking;
  const { taken } = availability;
  useEffect(() => {
    if (picking)
      document.getElementById(`${DATES_ID}-calendar`)?.scrollIntoView({ block: "nearest" });
  }, [picking]);
  return (
    <DateRangeField
      id={DATES_ID}
      value={booking.dates}
      onChange={booking.chooseDates}
      picking={picking}
      onPicking={booking.setPicking}
      labels={{ start: "Start date", end: "End date" }}
      hints={{
        start: "Select your pickup date",
        end: "Select your return date",
      }}
      format={(day) => formatDay(day, today)}
      today={today}
      last={lastRentalDay(today)}
      mayPick={(day, side, value) =>
        side === "start"
          ? mayStartOn(day, { today, taken })
          : mayEndOn(day, value.start, { today, taken })
      }
      isTaken={(day) => isTaken(day, taken)}
    >
      {availability.state === "loading" && (
        <p className="text-sm text-muted-foreground">Checking availability...</p>
      )}
      {availability.state === "failed" && (
        <p className="flex flex-wrap items-center justify-between gap-2 text-sm">
          We couldn't load availability.
          <Button variant="outline" size="small" onClick={() => void booking.refresh()}>
            Try again
          </Button>
        </p>
      )}
    </DateRangeField>
  );
}

const VerifiedInstantly = () => (
  <Note icon={<Icon name="badge-check" />}>
    <p>
      Only verified renters can book this car instantly. We'll send the host a request instead.{" "}
      <Link to={paths.profile("verification")} className="font-medium underline">
        Get verified
      </Link>
    </p>
  </Note>
);
