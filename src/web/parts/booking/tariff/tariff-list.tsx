// The tariff of new bookings, for the pages that explain prices and terms.
import {
  caseRows,
  describeCaseOpening,
  describeUsageCharging,
  tariffUsageRows,
} from "../../../../domain/tariff/tariff-text.ts";
import {
  ceilingCents,
  DEFAULT_EXCESS_CENTS,
  findTariff,
  TARIFF_VERSION,
} from "../../../../domain/tariff/tariff.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { TariffRows } from "./possible-charges.tsx";

const TARIFF = findTariff(TARIFF_VERSION);

/** All charges of the tariff, and the most that its cases can come to. */
export const TariffList = () => (
  <div className="grid gap-6">
    <TariffRows
      title="From the return and readings that both sides agree on"
      text={describeUsageCharging(TARIFF, false)}
      rows={tariffUsageRows(TARIFF)}
    />
    <TariffRows
      title="Only if the renter accepts it, or after a person has decided"
      text={describeCaseOpening(TARIFF)}
      rows={caseRows(TARIFF, null)}
    />
    <p>
      Before you pay, the car&rsquo;s page shows the most that all claims for a trip can add up to.
      If damage can cost up to {formatUsd(DEFAULT_EXCESS_CENTS)}, that&rsquo;s{" "}
      {formatUsd(ceilingCents(TARIFF_VERSION, DEFAULT_EXCESS_CENTS))} in all. Late return, distance,
      fuel and charging don&rsquo;t count towards it. This is version {TARIFF_VERSION} of our
      tariff. A booking keeps its version.
    </p>
  </div>
);
