// "My flight is delayed": the renter names a new pickup time. Both sides see it.
import { useState } from "react";
import type { Trip } from "../../../contract/bookings/trips.ts";
import { MAX_FLIGHT_DELAY_HOURS, MAX_FLIGHT_LENGTH } from "../../../domain/trip/flight-delay.ts";
import { useApiMutation } from "../../api/use-api.ts";
import { SelectField, TextField } from "../../forms/fields.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { useAppForm } from "../../forms/use-app-form.ts";
import { Button } from "../../ui/button.tsx";
import { useFocusAfterwards } from "../../ui/focus/focus-afterwards.ts";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { describeTripError } from "./explain-trip.tsx";
import { formatAt, nameSide } from "./trip-text.ts";
import { TRIP } from "./use-entry.ts";
import { useSentId } from "./use-sent-id.ts";

const BUTTON_ID = "report-delay";

export function FlightDelay({ trip }: { trip: Trip }) {
  const [isOpen, setOpen] = useState(false);
  const focus = useFocusAfterwards();
  const { reported, times } = trip.delay;
  const close = (): void => {
    setOpen(false);
    focus(BUTTON_ID);
  };
  if (trip.pickup.confirmation) return null;
  return (
    <>
      {reported && (
        <Note variant="sun" icon={<Icon name="clock" />}>
          <b>New pickup time: {formatAt(reported.pickup_at)}.</b> {nameSide(trip, "renter")}{" "}
          reported a delayed flight{reported.flight && ` (${reported.flight})`}. Pickup was booked
          for {formatAt(trip.pickup_at)}; the return and the price stay the same.
        </Note>
      )}
      {times.length > 0 && !isOpen && (
        <Button
          id={BUTTON_ID}
          variant="outline"
          className="justify-self-start"
          onClick={() => {
            setOpen(true);
            focus("flight-delay-pickup_at");
          }}
        >
          <Icon name="clock" size={18} />
          {reported ? "Change the new pickup time" : "My flight is delayed"}
        </Button>
      )}
      {times.length > 0 && isOpen && <DelayForm trip={trip} onClose={close} />}
    </>
  );
}

function DelayForm({ trip, onClose }: { trip: Trip; onClose: () => void }) {
  const { identify } = useSentId();
  const { reported, times } = trip.delay;
  const host = trip.host.first_name;
  const report = useApiMutation("POST /api/bookings/{id}/trip/flight-delays", {
    call: ({ pickup_at, flight }: { pickup_at: string; flight: string }) => {
      const delay = { pickup_at, ...(flight.trim() && { flight }) };
      return { params: { id: trip.booking_id }, body: { id: identify(delay).id, ...delay } };
    },
    invalidates: [TRIP, "GET /api/bookings/{id}", "GET /api/bookings"],
  });
  const form = useAppForm({
    id: "flight-delay",
    describe: describeTripError,
    initial: {
      pickup_at: reported && times.includes(reported.pickup_at) ? reported.pickup_at : "",
      flight: reported?.flight ?? "",
    },
    check: ({ pickup_at }) => (pickup_at ? {} : { pickup_at: "Choose the new pickup time." }),
    send: async (values) => {
      await report.mutateAsync(values);
      onClose();
    },
  });
  return (
    <Form form={form} failureTitle="Not sent" className="grid gap-5">
      <p>
        A new pickup time up to {MAX_FLIGHT_DELAY_HOURS} hours later is free. We&rsquo;ll let {host}{" "}
        know right away.
      </p>
      <SelectField
        form={form}
        name="pickup_at"
        label="New pickup time"
        fieldClassName="max-w-[20rem]"
      >
        <option value="">Choose</option>
        {times.map((time) => (
          <option key={time} value={time}>
            {formatAt(time)}
          </option>
        ))}
      </SelectField>
      <TextField
        form={form}
        name="flight"
        label="Flight"
        optional
        hint="For example, AA 1234."
        autoComplete="off"
        maxLength={MAX_FLIGHT_LENGTH}
        fieldClassName="max-w-[20rem]"
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} busyLabel="Sending...">
          Tell {host}
        </SubmitButton>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
