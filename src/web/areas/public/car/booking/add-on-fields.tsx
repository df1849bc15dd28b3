// What the renter adds: a meeting place, and extras.
import { extrasLeft } from "../../../../../domain/listing/add-ons/extra-stock.ts";
import type { Extra } from "../../../../../domain/listing/add-ons/extras.ts";
import { formatUsd } from "../../../../../domain/text/format.ts";
import { Select } from "../../../../ui/form/controls.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import type { BookingPanelState } from "./use-booking.ts";

/** Nothing for a car that is handed over only at its own location. */
export function MeetingPlaceField({ booking }: { booking: BookingPanelState }) {
  const { offered, asked, addOns, availability } = booking;
  if (offered.meetingPlaces.length === 0) return null;
  return (
    <Field label="Meeting place" hint="A fee is paid once, for pickup and return together.">
      <Select
        name="meeting_place"
        value={addOns.meetingPlace?.place_id ?? ""}
        // The server renders the select before anybody can use it.
        disabled={availability.state === "loading"}
        onChange={({ target }) =>
          booking.pickAddOns({ ...asked, meetingPlaceId: target.value || null })
        }
      >
        <option value="">At the car: {booking.location}, free</option>
        {offered.meetingPlaces.map(({ place_id, name, fee_cents }) => (
          <option key={place_id} value={place_id}>
            {name}, {fee_cents === 0 ? "free" : formatUsd(fee_cents)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Nothing for a car without extras. */
export function ExtrasField({ booking }: { booking: BookingPanelState }) {
  const { offered, asked, addOns, availability, period } = booking;
  if (offered.extras.length === 0) return null;
  const pick = (extra_id: string, quantity: number) => {
    const others = asked.extras.filter((each) => each.extra_id !== extra_id);
    const extras = quantity > 0 ? [...others, { extra_id, quantity }] : others;
    booking.pickAddOns({ ...asked, extras });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">Extras</legend>
      {offered.extras.map((extra) => (
        <ExtraRow
          key={extra.extra_id}
          extra={extra}
          quantity={addOns.extras.find((each) => each.extra === extra)?.quantity ?? 0}
          left={period ? extrasLeft(extra, availability.extrasTaken, period) : extra.stock}
          disabled={availability.state === "loading"}
          onPick={(quantity) => pick(extra.extra_id, quantity)}
        />
      ))}
    </fieldset>
  );
}

/** "$3.00 a day", "$10.00 for the trip", "Free" */
function describePrice({ price_cents, per }: Extra): string {
  if (price_cents === 0) return "Free";
  return `${formatUsd(price_cents)} ${per === "day" ? "a day" : "for the trip"}`;
}

interface ExtraRowProps {
  extra: Extra;
  quantity: number;
  left: number;
  disabled: boolean;
  onPick: (quantity: number) => void;
}

function ExtraRow({ extra, quantity, left, disabled, onPick }: ExtraRowProps) {
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="min-w-0 text-sm wrap-anywhere">
        <span className="block font-medium">{extra.name}</span>
        <span className="text-muted-foreground">
          {left === 0 ? "None left on your dates" : describePrice(extra)}
        </span>
      </p>
      {left > 0 && (
        <Select
          className="w-20 flex-none"
          aria-label={`How many: ${extra.name}`}
          value={String(quantity)}
          disabled={disabled}
          onChange={({ target }) => onPick(Number(target.value))}
        >
          {Array.from({ length: left + 1 }, (_, count) => (
            <option key={count} value={String(count)}>
              {count}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}
