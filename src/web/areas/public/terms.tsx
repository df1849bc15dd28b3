// Terms of Service. Every number comes from the rule that enforces it; nothing is promised that the software does not do.
import { Link } from "react-router";
import {
  ANSWER_HOURS,
  CHECKOUT_MINUTES,
  MAX_UNPAID_HOLDS,
  RENTER_CANCELLATION_HOURS,
} from "../../../domain/booking/booking-deadlines.ts";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { MAX_VEHICLE_YEARS } from "../../../domain/listing/listing-review.ts";
import { formatUsd } from "../../../domain/money/money.ts";
import { PROCESSING_FEE_CENTS, quote } from "../../../domain/money/pricing.ts";
import { MAX_DAYS_AHEAD, MAX_RENTAL_DAYS } from "../../../domain/booking/rental-period.ts";
import { MINIMUM_RENTER_AGE } from "../../../domain/person/renter.ts";
import { TextPage, TextSection } from "../../parts/page/text-page.tsx";
import { publicMeta } from "../../parts/page/page-meta.ts";
import { HOST_SHARE, SERVICE_FEE } from "../../parts/booking/rates.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/terms";

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: "Terms of Service",
    description: "Prices and fees, when your card is charged, cancellation, and who may rent.",
    path: paths.terms(),
  });

const EXAMPLE = quote({ pricePerDayCents: 6_000, days: 3 });

export const handle = { sleeps: true };

export default function TermsPage() {
  return (
    <TextPage
      title="Terms of Service"
      lead={`${PRODUCT_NAME} brings together people who rent out their own cars in The Bahamas and people who rent them. These are the rules that every booking follows.`}
    >
      <TextSection title="Accounts">
        <p>
          Anyone may look around. Booking needs an account with a confirmed email address. Keep your password to
          yourself: what is done from your account counts as done by you.
        </p>
        <p>
          A renter must be at least {MINIMUM_RENTER_AGE} years old on the first day of the rental, by the date of birth
          on the profile. A booking by somebody younger is refused. You also need a valid driving licence and a card.
        </p>
      </TextSection>
      <TextSection title="Prices and fees">
        <p>
          Hosts set a price per day, in US dollars. The total of a rental is the price per day times the number of days.
          Renters also pay a service fee of {SERVICE_FEE} of the total and a processing fee of{" "}
          {formatUsd(PROCESSING_FEE_CENTS)} per booking. All of it stands on the booking page before you pay, and
          nothing else is charged.
        </p>
        <p>
          For example, {EXAMPLE.days} days at {formatUsd(EXAMPLE.pricePerDayCents)} a day: total{" "}
          {formatUsd(EXAMPLE.totalCents)}, service fee {formatUsd(EXAMPLE.serviceFeeCents)}, processing fee{" "}
          {formatUsd(EXAMPLE.processingFeeCents)}, due at checkout <b>{formatUsd(EXAMPLE.amountDueCents)}</b>.
        </p>
        <p>
          A host keeps {HOST_SHARE} of the total; {PRODUCT_NAME} keeps the rest and both fees. A booking keeps the
          prices and fees that it was made with, even if they change later.
        </p>
      </TextSection>
      <TextSection title="Dates">
        <ul>
          <li>
            All dates are calendar dates in Nassau. A rental runs from its start date to its end date and lasts at least
            one day and at most {MAX_RENTAL_DAYS} days. It may start up to {MAX_DAYS_AHEAD} days ahead.
          </li>
          <li>A car may come back and go out again on the same date. No two bookings of a car overlap otherwise.</li>
          <li>
            While you are at the checkout the dates are held for you. The checkout closes after {CHECKOUT_MINUTES}{" "}
            minutes, and without a payment the dates become free again. You can hold dates for {MAX_UNPAID_HOLDS} cars
            at most.
          </li>
        </ul>
      </TextSection>
      <TextSection title="When your card is charged">
        <p>Your card is charged when a booking is approved, and never before.</p>
        <ul>
          <li>
            <b>Instant book:</b> the host has approved in advance. The booking is approved and your card charged as soon
            as the card provider agrees.
          </li>
          <li>
            <b>Approval required:</b> your card is held, not charged, until the host answers. If the host declines, or
            does not answer within {ANSWER_HOURS} hours or by the end of the start date, whichever is sooner, the hold
            is released and you pay nothing.
          </li>
        </ul>
      </TextSection>
      <TextSection title="Cancellation">
        <ul>
          <li>
            A renter may cancel an approved booking up to {RENTER_CANCELLATION_HOURS} hours before 00:00 Nassau time of
            the start date. The whole amount due, fees included, goes back to the card.
          </li>
          <li>
            After that the booking can no longer be cancelled by the renter, and no refund is owed; we may still give
            back all or part of it.
          </li>
          <li>
            A host may cancel an approved booking until the end of its start date. The renter gets the whole amount
            back.
          </li>
          <li>A cancellation cannot be undone. Your bank decides how long the money takes to arrive.</li>
        </ul>
      </TextSection>
      <TextSection title="Payouts">
        <p>
          A host earns {HOST_SHARE} of each rental once it is completed. What was earned by Sunday is paid on Monday to
          the bank account that the host has entered; without one, while an account is suspended, or as long as nothing
          is due, it is carried over. A part that is given back to a renter at the host’s expense is taken off, with the
          reason.
        </p>
      </TextSection>
      <TextSection title="Cars and hosts">
        <p>
          A listing is shown only after it has been approved. Cars that are older than {MAX_VEHICLE_YEARS} years, or
          whose insurance has run out, do not belong on the site. Hosts are responsible for the car, its papers and what
          they write about it. Renters are responsible for the car while they have it, and for driving on the left with
          a valid licence.
        </p>
      </TextSection>
      <TextSection title="Questions">
        <p>
          Short answers stand under{" "}
          <Link to={paths.faq()} className="link">
            FAQ
          </Link>
          . For anything else, write to{" "}
          <Link to={paths.support()} className="link">
            Support
          </Link>
          .
        </p>
      </TextSection>
      <TextSection title="Your data">
        <p>
          What is kept and who sees it stands in the{" "}
          <Link to={paths.privacy()} className="link">
            Privacy Policy
          </Link>
          .
        </p>
      </TextSection>
    </TextPage>
  );
}
