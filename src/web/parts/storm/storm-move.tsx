// Moves a trip to free days after the storm for free. The renter moves it; the host offers days.
import { useId, useRef, useState } from "react";
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { formatDayRange } from "../../../domain/text/format.ts";
import { isSessionOver } from "../../api/api.ts";
import { BOOKINGS } from "../../api/endpoint-groups.ts";
import { useApi, useApiMutation } from "../../api/use-api.ts";
import { Button } from "../../ui/button.tsx";
import { Radio } from "../../ui/form/controls.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { explainStorm } from "./explain-storm.ts";

const TEXTS = {
  renter: {
    legend: "Or move it: same car, same price",
    button: "Move at no cost",
    busy: "Moving...",
    done: "Your trip has moved",
    failed: "The trip didn't move. Please try again in a moment.",
  },
  host: {
    legend: "Or offer your renter other days: same car, same price",
    button: "Offer these days",
    busy: "Offering...",
    done: "Offer sent to your renter",
    failed: "The offer wasn't sent. Please try again in a moment.",
  },
};

interface StormMoveProps {
  booking: Booking;
  viewer: "renter" | "host";
}

/** Renders nothing if there are no free days. */
export function StormMove({ booking: { id }, viewer }: StormMoveProps) {
  const texts = TEXTS[viewer];
  const name = useId();
  const [start, setStart] = useState<string | null>(null);
  /** Stays the same when the move is sent again after a lost response. */
  const changeId = useRef(crypto.randomUUID());
  const { data } = useApi("GET /api/bookings/{id}/storm-move", { params: { id } });
  const moving = useApiMutation("POST /api/bookings/{id}/storm-move", {
    call: (start_date: string) => ({ params: { id }, body: { id: changeId.current, start_date } }),
    invalidates: [...BOOKINGS, "GET /api/bookings/{id}/storm-move"],
    onSuccess: () => {
      changeId.current = crypto.randomUUID();
      setStart(null);
      toast({ title: texts.done });
    },
    onError: (error) => {
      if (isSessionOver(error)) return;
      const description = explainStorm(error, texts.failed);
      toast({ title: "Error", description, variant: "destructive" });
    },
  });
  if (!data || data.periods.length === 0) return null;
  const today = todayInNassau(new Date());
  return (
    <fieldset className="mt-2 grid justify-items-start gap-1">
      <legend className="font-medium">{texts.legend}</legend>
      {data.periods.map(({ start_date, end_date }) => (
        <Radio
          key={start_date}
          name={name}
          checked={start === start_date}
          onChange={() => setStart(start_date)}
        >
          {formatDayRange({ start: start_date, end: end_date }, today)}
        </Radio>
      ))}
      <Button
        variant="outline"
        size="small"
        disabled={start === null}
        busy={moving.isPending}
        busyLabel={texts.busy}
        onClick={() => start !== null && moving.mutate(start)}
      >
        {texts.button}
      </Button>
    </fieldset>
  );
}
