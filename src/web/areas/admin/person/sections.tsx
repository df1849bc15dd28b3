// A person's business documents, money, disputed charges and reviews. The server leaves the money
// out for admins who do not see it.
import { Link } from "react-router";
import type { AdminReview } from "../../../../contract/admin/admin-person.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { BUSINESS_DOCUMENT_NAMES } from "../../../../domain/person/business-documents.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { formatInstant, formatMonthDayYear, formatUsd } from "../../../../domain/text/format.ts";
import type { EndpointOutput } from "../../../api/api-cache.ts";
import { BusinessDocumentButton } from "../../../parts/document/business-document-button.tsx";
import { documentBadge } from "../../../parts/document/expiry-badge.ts";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { describeAccount, PAYOUT_BADGES } from "../../../parts/payout/payout-text.ts";
import { useSession } from "../../../session/session.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Stars } from "../../../ui/stars.tsx";
import { DisputeLine } from "../bookings/refunds.tsx";
import { None, PageSection } from "../page-section.tsx";
import { PersonLink } from "../person-link.tsx";

export type PersonData = EndpointOutput<"GET /api/admin/users/{id}">;
type MoneyOf = NonNullable<PersonData["money"]>;

/** Renders nothing for admins who do not see the money. */
export function Money({ money }: Pick<PersonData, "money">) {
  if (!money) return null;
  const details = money.payout_details;
  return (
    <PageSection title="Money">
      <Facts
        className="grid-cols-2 xl:grid-cols-4"
        facts={[
          { label: "Paid as a renter", value: formatUsd(money.paid_cents) },
          { label: "Refunded", value: formatUsd(money.refunded_cents) },
          { label: "Earned as a host", value: formatUsd(money.earned_cents) },
          { label: "Owed to the host", value: formatUsd(money.balance_cents) },
          {
            label: "Bank details",
            value: details ? describeAccount(details) : "None",
            className: "col-span-full",
          },
        ]}
      />
      {money.pending_details?.effective_at && (
        <p className="text-sm">
          Changes to {describeAccount(money.pending_details)} on{" "}
          {formatInstant(new Date(money.pending_details.effective_at))}.
        </p>
      )}
      {money.payouts.length > 0 && <Payouts payouts={money.payouts} />}
    </PageSection>
  );
}

export const Payouts = ({ payouts }: Pick<MoneyOf, "payouts">) => (
  <ul aria-label="Payouts" className="grid gap-3 text-sm">
    {payouts.map(({ id, reference, period_end, amount_cents, state }) => (
      <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={paths.hostPayout(id)} className="link inline-flex min-h-6 items-center">
          {reference}
        </Link>
        <span className="text-muted-foreground">to {formatMonthDayYear(period_end)}</span>
        <b className="tabular-nums">{formatUsd(amount_cents)}</b>
        <Badge variant={PAYOUT_BADGES[state].variant}>{PAYOUT_BADGES[state].label}</Badge>
      </li>
    ))}
  </ul>
);

/** Renders nothing for a person without any. */
export function BusinessDocuments({ user, business_documents: documents }: PersonData) {
  const mayOpen = mayAsAdmin("review_listings", useSession());
  if (documents.length === 0) return null;
  const today = todayInNassau(new Date());
  return (
    <PageSection title="Business documents">
      <ul className="grid gap-3 text-sm">
        {documents.map((document) => {
          const { kind, number } = document;
          const badge = documentBadge(document, today);
          return (
            <li key={kind} className="flex flex-wrap items-center justify-between gap-2">
              <span className="grid min-w-0">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <b>{capitalised(BUSINESS_DOCUMENT_NAMES[kind])}</b>
                  <Badge variant={badge.variant}>{badge.text}</Badge>
                </span>
                {number && (
                  <span className="wrap-anywhere text-muted-foreground">No. {number}</span>
                )}
              </span>
              {mayOpen && <BusinessDocumentButton kind={kind} label="Open" hostId={user.id} />}
            </li>
          );
        })}
      </ul>
    </PageSection>
  );
}

export const Disputes = ({ disputes }: Pick<PersonData, "disputes">) => (
  <PageSection title="Disputes">
    {disputes.length === 0 ? (
      <None>No disputes.</None>
    ) : (
      <ul className="grid gap-4 text-sm">
        {disputes.map((dispute) => (
          <li key={dispute.id} className="grid gap-1">
            <span className="flex flex-wrap gap-x-3">
              <Link
                to={paths.adminBooking(dispute.booking.id)}
                className="link inline-flex min-h-6 items-center"
              >
                <BookingNumber number={dispute.booking.number} />
              </Link>
              <span className="text-muted-foreground">as {dispute.side}</span>
            </span>
            <ul>
              <DisputeLine dispute={dispute} />
            </ul>
          </li>
        ))}
      </ul>
    )}
  </PageSection>
);

export const Reviews = ({ reviews }: { reviews: readonly AdminReview[] }) => (
  <PageSection title="Reviews">
    {reviews.length === 0 ? (
      <None>No published reviews.</None>
    ) : (
      <ul className="grid gap-4 text-sm">
        {reviews.map((review) => (
          <li key={review.id} className="grid justify-items-start gap-1">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Stars value={review.stars} />
              {review.is_hidden && <Badge variant="destructive">Hidden</Badge>}
              <span className="text-muted-foreground">
                <PersonLink {...review.author} /> about <PersonLink {...review.subject} />,{" "}
                <Link
                  to={paths.adminBooking(review.booking.id)}
                  className="link inline-flex min-h-6 items-center"
                >
                  {review.booking.number}
                </Link>
                ,{" "}
                <time dateTime={review.created_at}>
                  {formatInstant(new Date(review.created_at))}
                </time>
              </span>
            </span>
            <p className="whitespace-pre-line wrap-anywhere">{review.body}</p>
          </li>
        ))}
      </ul>
    )}
  </PageSection>
);
