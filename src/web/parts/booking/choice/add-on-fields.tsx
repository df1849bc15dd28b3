// What the renter adds: a meeting place, and extras.
import { useId } from "react";
import type { DateRange } from "../../../../domain/calendar/dates.ts";
import type {
  AddOnRequest,
  AddOns,
  OfferedAddOns,
} from "../../../../domain/listing/add-ons/add-ons.ts";
import { extrasLeft } from "../../../../domain/listing/add-ons/extra-stock.ts";
import { maxPerTrip, type Extra } from "../../../../domain/listing/add-ons/extras.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { Availability } from "./use-availability.ts";

/** What is offered and chosen, in the booking panel or in a change to a booking. */
export interface AddOnChoice {
  offered: OfferedAddOns;
  requested: AddOnRequest;
  /** What was requested, as far as it is offered and left. */
  addOns: AddOns;
  availability: Pick<Availability, "state" | "extrasTaken">;
  period: DateRange | null;
  /** The car's own location. */
  location: string;
  pickAddOns: (requested: AddOnRequest) => void;
}

interface PlaceOption {
  /** Empty for the car's own location. */
  place_id: string;
  name: string;
  detail?: string;
  fee_cents: number;
}

/** Renders nothing if the car is handed over only at its own location. */
export function MeetingPlaceField({ choice }: { choice: AddOnChoice }) {
  const name = useId();
  const { offered, requested, addOns, availability } = choice;
  if (offered.meetingPlaces.length === 0) return null;
  const options: PlaceOption[] = [
    { place_id: "", name: "At the car", detail: choice.location, fee_cents: 0 },
    ...offered.meetingPlaces,
  ];
  return (
    <Field label="Where you meet" hint="The fee covers both pickup and return." group>
      <div className="grid gap-2">
        {options.map((option) => (
          <PlaceRadio
            key={option.place_id}
            name={name}
            option={option}
            checked={option.place_id === (addOns.meetingPlace?.place_id ?? "")}
            // Disabled until the page is hydrated.
            disabled={availability.state === "loading"}
            onPick={() =>
              choice.pickAddOns({ ...requested, meetingPlaceId: option.place_id || null })
            }
          />
        ))}
      </div>
    </Field>
  );
}

interface PlaceRadioProps {
  name: string;
  option: PlaceOption;
  checked: boolean;
  disabled: boolean;
  onPick: () => void;
}

const PlaceRadio = ({ name, option, checked, disabled, onPick }: PlaceRadioProps) => (
  <label className="grid min-h-14 cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 rounded-md bg-surface px-4 py-2.5 leading-[1.35] shadow-[inset_0_0_0_1px_var(--border)] hover:bg-surface-2 has-checked:bg-tint-sea has-checked:shadow-[inset_0_0_0_2px_var(--primary)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring">
    <input
      type="radio"
      name={name}
      className="tick outline-none"
      checked={checked}
      disabled={disabled}
      onChange={onPick}
    />
    <span className="wrap-anywhere">
      <span className="block font-medium">{option.name}</span>
      {option.detail && (
        <span className="block text-sm text-muted-foreground">{option.detail}</span>
      )}
    </span>
    <span className="font-medium tabular-nums">
      {option.fee_cents === 0 ? "Free" : formatUsd(option.fee_cents)}
    </span>
  </label>
);

/** Renders nothing if the car has no extras. */
export function ExtrasField({ choice }: { choice: AddOnChoice }) {
  const { offered, requested, addOns, availability, period } = choice;
  if (offered.extras.length === 0) return null;
  const pick = (extra_id: string, quantity: number) => {
    const others = requested.extras.filter((each) => each.extra_id !== extra_id);
    const extras = quantity > 0 ? [...others, { extra_id, quantity }] : others;
    choice.pickAddOns({ ...requested, extras });
  };
  return (
    <Field label="Extras" group>
      <ul className="divide-y divide-border">
        {offered.extras.map((extra) => {
          const { extra_id } = extra;
          return (
            <ExtraChoice
              key={extra_id}
              extra={extra}
              quantity={
                addOns.extras.find((each) => each.extra.extra_id === extra_id)?.quantity ?? 0
              }
              requested={requested.extras.find((each) => each.extra_id === extra_id)?.quantity ?? 0}
              left={
                period ? extrasLeft(extra, availability.extrasTaken, period) : maxPerTrip(extra)
              }
              disabled={availability.state === "loading"}
              onPick={(quantity) => pick(extra_id, quantity)}
            />
          );
        })}
      </ul>
    </Field>
  );
}

interface ExtraChoiceProps {
  extra: Extra;
  quantity: number;
  /** How many the renter chose, of which fewer may be left. */
  requested: number;
  left: number;
  disabled: boolean;
  onPick: (quantity: number) => void;
}

function ExtraChoice({ extra, quantity, requested, left, disabled, onPick }: ExtraChoiceProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-3 leading-[1.35] first:pt-1 last:pb-1">
      <p className="wrap-anywhere">
        <span className="block font-medium">{extra.name}</span>
        <span className="text-sm text-muted-foreground">{describe(extra, left)}</span>
      </p>
      {left === 0 && <Badge variant="quiet">None left</Badge>}
      {left > 0 && extra.stock === null && (
        <input
          type="checkbox"
          className="tick m-3"
          aria-label={`Add ${extra.name}`}
          checked={quantity > 0}
          disabled={disabled}
          onChange={({ target }) => onPick(target.checked ? 1 : 0)}
        />
      )}
      {left > 0 && extra.stock !== null && (
        <Stepper
          name={extra.name}
          value={quantity}
          most={left}
          disabled={disabled}
          onChange={onPick}
        />
      )}
      <p aria-live="polite" className="col-span-full text-sm text-tint-sun-foreground">
        {requested > left &&
          `You chose ${requested}. ${left === 0 ? "None are" : `Only ${left} ${left === 1 ? "is" : "are"}`} left on these dates.`}
      </p>
    </li>
  );
}

/** "$3.00 a day · 2 available", "$10.00 for the trip · 1 available", "Free" */
function describe({ price_cents, per, stock }: Extra, left: number): string {
  const price = `${formatUsd(price_cents)} ${per === "day" ? "a day" : "for the trip"}`;
  const available = stock !== null && left > 0 && `${left} available`;
  return [price_cents === 0 ? "Free" : price, available].filter(Boolean).join(" · ");
}

interface StepperProps {
  name: string;
  value: number;
  most: number;
  disabled: boolean;
  onChange: (value: number) => void;
}

const Stepper = ({ name, value, most, ...rest }: StepperProps) => (
  <span role="group" aria-label={name} className="inline-flex items-center">
    <Step label={`One fewer: ${name}`} icon="minus" to={value - 1} most={most} {...rest} />
    <output className="min-w-8 text-center font-bold tabular-nums">{value}</output>
    <Step label={`One more: ${name}`} icon="plus" to={value + 1} most={most} {...rest} />
  </span>
);

interface StepProps extends Omit<StepperProps, "name" | "value"> {
  label: string;
  icon: "minus" | "plus";
  to: number;
}

const Step = ({ label, icon, to, most, disabled, onChange }: StepProps) => {
  const isPossible = to >= 0 && to <= most;
  return (
    <Button
      variant="outline"
      size="small"
      className="min-h-11 min-w-11 px-0 aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
      aria-label={label}
      disabled={disabled}
      // A button that is disabled at the limit would lose the focus.
      aria-disabled={!isPossible || undefined}
      onClick={() => {
        if (isPossible) onChange(to);
      }}
    >
      <Icon name={icon} size={18} />
    </Button>
  );
};
