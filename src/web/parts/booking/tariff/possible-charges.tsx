// What can be added to a booking, and the most that it can come to (trips.md, section 3).
import {
  bookedCaseRows,
  describeCaseOpening,
  describeCeiling,
  describeUsageCharging,
  listUsage,
  usageRows,
  type PricedRental,
  type TariffRow,
} from "../../../../domain/tariff/tariff-text.ts";
import {
  DEPOSIT_RELEASE,
  describeDeclinedDeposit,
  describeDeposit,
} from "../../../../domain/money/deposit/deposit-text.ts";
import { describeDistance } from "../../../../domain/tariff/distance-text.ts";
import { findTariff, isTariffVersion } from "../../../../domain/tariff/tariff.ts";
import type { UsageDetails } from "../../../../domain/tariff/usage-columns.ts";
import { readUsageDetails, type UsageTerms } from "../../../../domain/tariff/usage-terms.ts";
import { Icon } from "../../../ui/icon.tsx";
import { CHARGE_NAMES } from "../../../../domain/tariff/charge-names.ts";

export interface PossibleChargesProps {
  /** Null for a booking from before the tariff. */
  terms: UsageDetails | null;
  rental: PricedRental;
  /** Whether the reader is the renter. */
  isRenter?: boolean;
}

export function PossibleCharges({ terms, rental, isRenter = true }: PossibleChargesProps) {
  if (!terms)
    return (
      <p className="text-sm text-muted-foreground">
        This booking was made before we introduced charges after a trip. Nothing can be added to it.
      </p>
    );
  // A page that was loaded before the release of a new version doesn't have its amounts.
  if (!isTariffVersion(terms.tariff_version))
    return (
      <p className="text-sm text-muted-foreground">
        Our tariff has changed. Reload the page to see what can be added.
      </p>
    );
  return <ChargesByTerms terms={readUsageDetails(terms)} rental={rental} isRenter={isRenter} />;
}

function ChargesByTerms({
  terms,
  rental,
  isRenter,
}: {
  terms: UsageTerms;
  rental: PricedRental;
  isRenter: boolean;
}) {
  const tariff = findTariff(terms.tariffVersion);
  const usage = usageRows(terms, rental);
  return (
    <div className="grid gap-3">
      <p className="text-sm">{describeDistance(terms.distance, rental.days)}</p>
      {terms.depositCents > 0 && (
        <div className="text-sm">
          <p>
            <b>Deposit:</b> {describeDeposit(terms.depositCents, isRenter)}.
          </p>
          <p className="text-muted-foreground">
            {DEPOSIT_RELEASE} {describeDeclinedDeposit(isRenter)}
          </p>
        </div>
      )}
      <details className="text-sm">
        <summary className="link min-h-6 w-fit cursor-pointer">What can be added, and when</summary>
        <div className="mt-3 grid gap-4">
          <TariffRows
            title="From the return and readings that both sides agree on"
            text={describeUsageCharging(tariff, isRenter)}
            rows={usage}
          />
          <TariffRows
            title={`Only if ${isRenter ? "you accept" : "the renter accepts"} it, or after a person has decided`}
            text={describeCaseOpening(tariff)}
            rows={bookedCaseRows(terms)}
          />
          <p className="text-muted-foreground">
            Nothing else can be charged unless {isRenter ? "you ask" : "the renter asks"} for it.
          </p>
        </div>
      </details>
      <div className="flex gap-2 rounded-md bg-surface-2 p-3 text-sm">
        <Icon name="shield-check" className="mt-0.5 flex-none text-link" />
        <div>
          <b>{describeCeiling(terms.ceilingCents)}</b>
          <p className="text-muted-foreground">
            That&rsquo;s the most that all claims for this trip can add up to, not counting{" "}
            {listUsage(usage)}. Version {terms.tariffVersion} of our tariff applies.
          </p>
        </div>
      </div>
    </div>
  );
}

export const TariffRows = ({
  title,
  text,
  rows,
}: {
  title: string;
  text: string;
  rows: readonly TariffRow[];
}) => (
  <section className="grid gap-2">
    <h3 className="font-sans text-sm font-bold tracking-normal">{title}</h3>
    <p className="text-muted-foreground">{text}</p>
    <dl className="grid gap-3">
      {rows.map(({ kind, amount, detail }) => (
        <div key={kind} className="flex flex-wrap justify-between gap-x-4">
          <dt className="font-bold">{CHARGE_NAMES[kind]}</dt>
          <dd className="tabular-nums">{amount}</dd>
          <dd className="w-full text-muted-foreground">{detail}</dd>
        </div>
      ))}
    </dl>
  </section>
);
