// The additional drivers of a booking with what each one's licence and invitation amount to.
import type { ReactNode } from "react";
import type { BookingDriver } from "../../../../contract/bookings/booking-drivers.ts";
import { describeDriver } from "../../../../domain/booking/drivers/drivers.ts";
import { Badge, type BadgeVariant } from "../../../ui/badge.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { DetailsSection } from "../../list/details-dialog.tsx";
import { fullName } from "../../person/full-name.ts";

interface DriversSectionProps {
  drivers: readonly BookingDriver[];
  /** What the reader can do with a driver. */
  renderActions?: (driver: BookingDriver) => ReactNode;
  children?: ReactNode;
}

/** Renders nothing without drivers and children. */
export function DriversSection({ drivers, renderActions, children }: DriversSectionProps) {
  if (drivers.length === 0 && !children) return null;
  return (
    <DetailsSection title="Additional drivers">
      {drivers.length > 0 && (
        <ul className="divide-y divide-border">
          {drivers.map((driver) => (
            <li key={driver.id} className="grid gap-1 py-2">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-medium wrap-anywhere">{nameDriver(driver)}</span>
                <DriverBadge driver={driver} />
              </p>
              {driver.name && driver.email && (
                <p className="text-sm wrap-anywhere text-muted-foreground">{driver.email}</p>
              )}
              {renderActions?.(driver)}
            </li>
          ))}
        </ul>
      )}
      {children}
    </DetailsSection>
  );
}

/** The name once the person has accepted; before, the address, which the host doesn't see. */
export const nameDriver = ({ name, email }: BookingDriver): string =>
  name ? fullName(name) : (email ?? "Invited driver");

function DriverBadge({ driver }: { driver: BookingDriver }) {
  const { state, is_verified } = driver;
  const isReady = state === "accepted" && is_verified;
  const isLost = state === "accepted" && is_verified === false;
  const variant: BadgeVariant = isReady ? "palm" : isLost ? "destructive" : "quiet";
  return (
    <Badge variant={variant}>
      {isReady && <Icon name="badge-check" size={14} />}
      {describeDriver(driver)}
    </Badge>
  );
}
