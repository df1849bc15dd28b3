// What renters ask before they book: insurance, cancellation, age, licence, fuel, drivers.
import type { ReactNode } from "react";
import { RENTER_CANCELLATION_HOURS } from "../../../../domain/booking/booking-deadlines.ts";
import { describeCancellation } from "../../../../domain/booking/cancellation-text.ts";
import { freeCancellation } from "../../../../domain/booking/cancellation.ts";
import { rentalDays, type RentalPeriod } from "../../../../domain/booking/rental-period.ts";
import type { FuelType } from "../../../../domain/listing/listing.ts";
import { MINIMUM_RENTER_AGE } from "../../../../domain/person/renter.ts";
import { describeDistance } from "../../../../domain/tariff/distance-text.ts";
import type { DistanceLimit } from "../../../../domain/tariff/usage-terms.ts";
import { INCLUDED_INSURANCE } from "../../../parts/page/claims.ts";
import { CHARGING, DRIVERS, FUEL, VISITOR_LICENCE } from "../../../parts/page/renting-facts.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { IconName } from "../../../ui/icon-names.ts";

export interface GoodToKnowProps {
  fuelType: FuelType;
  isInstant: boolean;
  /** Null until dates are chosen. */
  period: RentalPeriod | null;
  distance: DistanceLimit | null;
}

export const GoodToKnow = ({ fuelType, isInstant, period, distance }: GoodToKnowProps) => (
  <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
    <Fact icon="shield-check" title="Insurance included">
      {INCLUDED_INSURANCE}.
    </Fact>
    <Cancellation period={period} isRequest={!isInstant} />
    <Fact icon="user" title={`${MINIMUM_RENTER_AGE} or older`}>
      On the start date, with a valid licence and a payment card.
    </Fact>
    <Fact icon="id-card" title="Your licence from home">
      {VISITOR_LICENCE}
    </Fact>
    <Fact icon="fuel" title={fuelType === "electric" ? "Charging" : "Fuel"}>
      {fuelType === "electric" ? CHARGING : FUEL}
    </Fact>
    <Fact icon="gauge" title="Distance">
      {describeDistance(distance, period ? rentalDays(period) : undefined)}.
    </Fact>
    <Fact icon="users" title="Other drivers">
      {DRIVERS}
    </Fact>
  </div>
);

/** The rule, or what it means for the chosen dates. */
function Cancellation({ period, isRequest }: { period: RentalPeriod | null; isRequest: boolean }) {
  const now = new Date();
  const cancellation = period && freeCancellation(period, now);
  if (cancellation && cancellation.state !== "free")
    return (
      <Fact icon="calendar-x-2" title="No cancellation">
        {describeCancellation(cancellation, now, { isRequest })}
      </Fact>
    );
  return (
    <Fact icon="calendar-check" title="Free cancellation">
      Full refund until {RENTER_CANCELLATION_HOURS} hours before pickup.
    </Fact>
  );
}

function Fact({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <Icon name={icon} className="mt-0.5 flex-none" />
      <div>
        <b>{title}</b>
        <p className="text-sm text-muted-foreground">{children}</p>
      </div>
    </div>
  );
}
