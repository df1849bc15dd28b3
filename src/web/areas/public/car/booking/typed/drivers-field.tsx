// Additional drivers: the renter enters their addresses, and they are invited after booking.
import { MAX_EMAIL_LENGTH } from "../../../../../../domain/person/name.ts";
import { formatCounted } from "../../../../../../domain/text/format.ts";
import { TextInput } from "../../../../../ui/form/controls.tsx";
import { Field } from "../../../../../ui/form/field.tsx";
import { Icon } from "../../../../../ui/icon.tsx";
import { driverFieldId } from "../booking-focus.ts";
import type { BookingPanelState } from "../use-booking.ts";

export function DriversField({ booking }: { booking: BookingPanelState }) {
  const { drivers, setDrivers, validDrivers, driverErrors, isDriversOpen, setIsDriversOpen } =
    booking;
  return (
    <details
      className="group rounded-md bg-surface-2"
      open={isDriversOpen}
      onToggle={({ currentTarget }) => setIsDriversOpen(currentTarget.open)}
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 px-4 py-2 font-medium [&::-webkit-details-marker]:hidden">
        <span>
          Additional drivers &ndash; free
          {validDrivers > 0 && (
            <span className="block text-sm font-regular text-muted-foreground">
              {formatCounted(validDrivers, "person", "people")} to invite
            </span>
          )}
        </span>
        <Icon
          name="chevron-down"
          className="flex-none text-muted-foreground transition-[rotate] duration-(--fast) group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-3 px-4 pb-4">
        <p className="text-sm text-muted-foreground">
          We&rsquo;ll email them once you&rsquo;ve booked. Each one accepts with their own account
          and verified licence.
        </p>
        {drivers.map((email, index) => (
          <Field
            key={driverFieldId(index)}
            id={driverFieldId(index)}
            label={`Driver ${index + 1}: email`}
            error={driverErrors[index]}
            optional
          >
            <TextInput
              type="email"
              inputMode="email"
              autoComplete="off"
              spellCheck={false}
              maxLength={MAX_EMAIL_LENGTH}
              value={email}
              onChange={({ target }) =>
                setDrivers(drivers.map((each, at) => (at === index ? target.value : each)))
              }
            />
          </Field>
        ))}
      </div>
    </details>
  );
}
