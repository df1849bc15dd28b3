// The form for a change to a booking: other dates, hours, place or extras. It shows the price or
// refund before the request is sent.
import { useId, useState } from "react";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { pickupAt, toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import {
  isOpenChange,
  MAX_CHANGE_MESSAGE_LENGTH,
  type ChangeSide,
} from "../../../../domain/booking/changes/booking-change.ts";
import { formatDay } from "../../../../domain/text/format.ts";
import { TextareaField } from "../../../forms/fields.tsx";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { FormRefusal } from "../../../forms/form-errors.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { Button } from "../../../ui/button.tsx";
import { DateRangeField, type RangeSide } from "../../../ui/form/date-range-field.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { ExtrasField, MeetingPlaceField } from "../../booking/choice/add-on-fields.tsx";
import { TripTimes } from "../../booking/choice/trip-times.tsx";
import { isTaken, lastRentalDay, mayEndOn, mayStartOn } from "../../booking/rental-days.ts";
import { explainChange } from "../explain-change.ts";
import { useSentId } from "../use-sent-id.ts";
import { ChangePrice, nameConfirmation } from "./change-price.tsx";
import {
  nameChange,
  type BookingChange,
  type ChangeNames,
  type ChangeQuote,
} from "./change-text.ts";
import { ExtendChoice } from "./extend-choice.tsx";
import { useChangeChoice, type ChangeChoice } from "./use-change-choice.ts";
import { payOnPage, useChangeQuote, type WantedChange } from "./use-changes.ts";

export interface ChangeFormProps {
  booking: Booking;
  side: ChangeSide;
  names: ChangeNames;
  /** Offers later returns first. */
  isExtending: boolean;
  onClose: () => void;
}

export function ChangeForm({ booking, side, names, isExtending, onClose }: ChangeFormProps) {
  const isPickupFixed = hasBegun(booking);
  const [showsAll, setShowsAll] = useState(!isExtending);
  const choice = useChangeChoice(booking, isPickupFixed);
  const quoting = useChangeQuote(booking.id, choice.wanted);
  const { quote } = quoting;
  const request = useRequest(booking.id, quoting.refresh);
  const other = side === "renter" ? names.host : names.renter;
  const form = useAppForm({
    id: useId(),
    describe: (error) => explainChange(error, NO_REPLY),
    initial: { message: "" },
    check: () => ({}),
    send: async ({ message }) => {
      if (!choice.wanted || !quote || quoting.isLoading)
        throw new FormRefusal("Choose what to change first.");
      const sent = { wanted: choice.wanted, quote, message: message.trim() };
      const { changes } = await request.mutateAsync(sent);
      sayDone(changes, quote, other);
      onClose();
    },
  });
  return (
    <Form form={form} failureTitle="Not sent" className="grid gap-5">
      {isExtending && (
        <ExtendChoice choice={choice} booking={booking} onOther={setShowsAll} isOther={showsAll} />
      )}
      {showsAll && (
        <>
          <Dates choice={choice} isPickupFixed={isPickupFixed} />
          {choice.times && (
            <TripTimes times={choice.times} isLoading={choice.availability.state === "loading"} />
          )}
          {!isExtending && !isPickupFixed && (
            <>
              <MeetingPlaceField choice={choice.addOnChoice} />
              <ExtrasField choice={choice.addOnChoice} />
            </>
          )}
        </>
      )}
      <ChangePrice
        quoting={quoting}
        side={side}
        names={names}
        hasCredit={booking.credit_cents > 0}
        choosePeriod={choice.choosePeriod}
      />
      {quote && !quote.is_auto_accepted && (
        <TextareaField
          form={form}
          name="message"
          label={`Message to ${other}`}
          optional
          rows={2}
          maxLength={MAX_CHANGE_MESSAGE_LENGTH}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} disabled={!quote || quoting.isLoading} busyLabel="Sending...">
          {quote ? nameConfirmation(quote, side) : "Choose what to change"}
        </SubmitButton>
        <Button variant="outline" onClick={onClose}>
          Leave it
        </Button>
      </div>
    </Form>
  );
}

/** Whether only the return can still move. */
const hasBegun = (booking: Booking): boolean =>
  booking.picked_up_at !== null || pickupAt(toRentalPeriod(booking)) <= new Date();

const NO_REPLY = "We didn't get a reply. Please try again: nothing is charged twice.";

/** Confirms what happened, unless the renter still has to pay: the open request says so. */
function sayDone(changes: readonly BookingChange[], quote: ChangeQuote, other: string): void {
  const open = changes.find(({ state }) => isOpenChange(state));
  if (!open) toast({ title: `Your trip has changed: ${nameChange(quote)}` });
  else if (open.state === "requested")
    toast({ title: `${other} has been asked for ${nameChange(quote)}` });
}

interface Requested {
  wanted: WantedChange;
  quote: ChangeQuote;
  message: string;
}

/**
 * Sends the request with the quote that the page shows: the amounts, and whether anybody has to
 * answer. A refusal fetches a new quote.
 */
function useRequest(bookingId: string, refreshQuote: () => Promise<void>) {
  const { identify, forget } = useSentId();
  return useApiMutation("POST /api/bookings/{id}/changes", {
    call: ({ wanted, quote, message }: Requested) => {
      const content = {
        ...wanted,
        amount_due_cents: quote.amount_due_cents,
        refund_cents: quote.refund_cents,
        agreed_refund_max_cents: quote.agreed_refund_max_cents,
        is_auto_accepted: quote.is_auto_accepted,
        ...(message && { message }),
      };
      return { params: { id: bookingId }, body: { id: identify(content).id, ...content } };
    },
    invalidates: BOOKINGS,
    onSuccess: (answer) => {
      forget();
      payOnPage(answer);
    },
    onError: refreshQuote,
  });
}

interface ChoiceProps {
  choice: ChangeChoice;
  isPickupFixed: boolean;
}

/** The dates; once the car is picked up, only the return. */
function Dates({ choice, isPickupFixed }: ChoiceProps) {
  const id = useId();
  const [today] = useState(() => todayInNassau(new Date()));
  const [picking, setPicking] = useState<RangeSide | null>(null);
  const { dates, availability } = choice;
  const { taken } = availability;
  const { end } = dates;
  return (
    <DateRangeField
      id={id}
      value={dates}
      onChange={choice.chooseDates}
      picking={picking}
      onPicking={(side) => setPicking(side && isPickupFixed ? "end" : side)}
      {...(isPickupFixed && {
        single: { label: "Return date", text: end ? formatDay(end, today) : "Choose" },
      })}
      inline
      labels={{ start: "Pickup date", end: "Return date" }}
      hints={{ start: "Select your pickup date", end: "Select your return date" }}
      format={(day) => formatDay(day, today)}
      today={today}
      last={lastRentalDay(today)}
      mayPick={(day, side, value) =>
        side === "start"
          ? mayStartOn(day, { today, taken })
          : day >= today && mayEndOn(day, value.start, { today, taken })
      }
      isTaken={(day) => isTaken(day, taken)}
    />
  );
}
