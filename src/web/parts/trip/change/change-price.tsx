// What the chosen change moves and costs, and the deadline for an answer; or why it isn't possible,
// with the nearest periods that are.
import { toRentalPeriod, type RentalPeriod } from "../../../../domain/booking/rental-period.ts";
import type { WirePeriod } from "../../../../domain/booking/rental-period.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import type { ChangeSide } from "../../../../domain/booking/changes/booking-change.ts";
import { formatPeriod, formatUsd } from "../../../../domain/text/format.ts";
import { ApiError, isRefused } from "../../../api/api.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/note.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { explainChange } from "../explain-change.ts";
import { ChangeLines, MovedParts, sumChange } from "./change-parts.tsx";
import {
  describeAgreedRefund,
  formatChangeDeadline,
  nameChange,
  sumRefund,
  type ChangeNames,
  type ChangeQuote,
} from "./change-text.ts";
import type { useChangeQuote } from "./use-changes.ts";

export interface ChangePriceProps {
  quoting: ReturnType<typeof useChangeQuote>;
  side: ChangeSide;
  names: ChangeNames;
  /** Whether credit paid a part of the booking. */
  hasCredit: boolean;
  choosePeriod: (period: RentalPeriod) => void;
}

export function ChangePrice({ quoting, side, names, hasCredit, choosePeriod }: ChangePriceProps) {
  const { quote, error, isLoading } = quoting;
  if (error) return <Refusal quoting={quoting} choosePeriod={choosePeriod} />;
  if (!quote) return isLoading ? <Skeleton className="h-40 rounded-md" /> : null;
  const { agreed_refund_max_cents: agreedMax } = quote;
  return (
    <div className="grid gap-4" aria-busy={isLoading}>
      <MovedParts {...quote} />
      <ChangeLines
        lines={quote.lines}
        viewer={side}
        sums={sumChange(quote, {
          viewer: side,
          requestedBy: side,
          pay: nameDue(quote, names),
        })}
      />
      {agreedMax > 0 && side === "renter" && (
        <p className="text-sm">{describeAgreedRefund(agreedMax, names.host)}</p>
      )}
      {hasCredit && side === "renter" && sumRefund(quote, side) > 0 && (
        <p className="text-sm">
          It goes to your card first, up to what it paid, and the rest comes back as credit.
        </p>
      )}
      <Note variant="sea" icon={<Icon name="clock" />}>
        <span role="status">{describeAnswer(quote, side, names)}</span>
      </Note>
    </div>
  );
}

const nameDue = (
  { is_auto_accepted, amount_due_cents }: ChangeQuote,
  { host }: ChangeNames,
): string =>
  amount_due_cents === 0
    ? "What it costs"
    : is_auto_accepted
      ? "To pay now"
      : `To pay when ${host} accepts`;

/** Who has to agree, and until when. */
function describeAnswer(quote: ChangeQuote, side: ChangeSide, names: ChangeNames): string {
  const pays = quote.amount_due_cents > 0;
  const card = quote.has_saved_card ? "the card you booked with" : "a card on the next page";
  if (quote.is_auto_accepted)
    return pays
      ? `${names.host} has already approved extensions. You pay with ${card}, and the trip changes right away.`
      : "This needs no approval. The trip changes right away.";
  const until = formatChangeDeadline(quote.expires_at);
  if (side === "host")
    return `${names.renter} has until ${until} to answer${pays ? " and pay" : ""}. The days are held until then. Without an answer, the trip stays as it is.`;
  return `${names.host} has until ${until} to answer. The days are held for you until then. Without an answer, the trip stays as it is${pays ? " and nothing is charged" : ""}.`;
}

/** The button that sends the change. */
export function nameConfirmation(quote: ChangeQuote, side: ChangeSide): string {
  if (!quote.is_auto_accepted) return `Ask for ${nameChange(quote)}`;
  if (quote.amount_due_cents > 0 && side === "renter")
    return `Pay ${formatUsd(quote.amount_due_cents)}`;
  return "Change the trip";
}

function Refusal({ quoting, choosePeriod }: Pick<ChangePriceProps, "quoting" | "choosePeriod">) {
  const { error, isLoading, retry } = quoting;
  const nearest = readNearest(error);
  const today = todayInNassau(new Date());
  return (
    <Note variant="conch" icon={<Icon name="circle-exclamation-point" />}>
      <div role="status" className="grid justify-items-start gap-2">
        <p>
          {explainChange(error, "The price didn't load. Check your connection and try again.")}
          {nearest.length > 0 && " Available nearby:"}
        </p>
        {nearest.map((period) => (
          <Button
            key={`${period.start} ${period.end}`}
            variant="outline"
            size="small"
            className="h-auto text-left whitespace-normal"
            onClick={() => choosePeriod(period)}
          >
            {formatPeriod(period, today)}
          </Button>
        ))}
        {!isRefused(error) && (
          <Button variant="outline" size="small" busy={isLoading} onClick={retry}>
            Try again
          </Button>
        )}
      </div>
    </Note>
  );
}

/** The nearest periods that work, if the refusal names some. */
function readNearest(error: Error | null): RentalPeriod[] {
  if (!(error instanceof ApiError)) return [];
  const { nearest_free = [] } = error.details as { nearest_free?: WirePeriod[] };
  return nearest_free.map(toRentalPeriod);
}
