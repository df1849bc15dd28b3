// Terms of Service. Every number comes from the rule that enforces it, and nothing is promised that
// the software does not do.
import { CHANGE_HOURS, GIVE_BACK_HOURS } from "../../../domain/booking/changes/booking-change.ts";
import { AUTHORISE_HOURS } from "../../../domain/money/deposit/deposit.ts";
import {
  DEPOSIT_RELEASE,
  describeDeclinedDeposit,
} from "../../../domain/money/deposit/deposit-text.ts";
import {
  CASE_ANSWER_HOURS,
  CASE_APPEAL_DAYS,
  CASE_DECISION_DAYS,
} from "../../../domain/cases/trip-case.ts";
import { MAX_REBOOK_OFFERS } from "../../../domain/booking/host-cancellation/rebook-offers.ts";
import { MIN_INSPECTION_PHOTOS, RETURN_AFTER_STORM_HOURS } from "../../../domain/storm/storm.ts";
import { findTariff, TARIFF_VERSION } from "../../../domain/tariff/tariff.ts";
import { Link } from "react-router";
import {
  ANSWER_HOURS,
  CHECKOUT_MINUTES,
  MAX_UNPAID_HOLDS,
  RENTER_CANCELLATION_HOURS,
} from "../../../domain/booking/booking-deadlines.ts";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { MAX_VEHICLE_YEARS } from "../../../domain/listing/listing-review.ts";
import { formatUsd } from "../../../domain/text/format.ts";
import { calculateFlatCharge } from "../../../domain/money/charge.ts";
import { PROCESSING_FEE_CENTS } from "../../../domain/money/rates.ts";
import { HOST_FEE_RULE } from "../../../domain/booking/host-cancellation/host-fee-text.ts";
import { sumLines } from "../../../domain/money/charge-line.ts";
import {
  MAX_DAYS_AHEAD,
  GRACE_MINUTES,
  MAX_RENTAL_DAYS,
} from "../../../domain/booking/rental-period.ts";
import { MINIMUM_RENTER_AGE } from "../../../domain/person/renter.ts";
import { TariffList } from "../../parts/booking/tariff/tariff-list.tsx";
import { TextPage, TextSection } from "../../parts/page/text-page.tsx";
import { CHARGING, FUEL } from "../../parts/page/renting-facts.ts";
import { lowerFirst } from "../../parts/page/shared-text.ts";
import { HOST_SHARE, SERVICE_FEE } from "../../parts/booking/fee-rates.ts";
import { paths } from "../../paths.ts";

const EXAMPLE = calculateFlatCharge({ pricePerDayCents: 6_000, days: 3 });

// oxlint-disable-next-line eslint/max-lines-per-function -- the text of one document
export default function TermsText() {
  return (
    <TextPage
      title="Terms of Service"
      lead={`${PRODUCT_NAME} brings together people who rent out their own cars in The Bahamas and people who rent them. These rules apply to every booking.`}
    >
      <TextSection title="Accounts">
        <p>
          Anyone can browse. To book, you need an account with a confirmed email address. Keep your
          password to yourself: you&rsquo;re responsible for what is done from your account.
        </p>
        <p>
          A renter must be at least {MINIMUM_RENTER_AGE} years old on the first day of the rental,
          according to the date of birth on their profile. We refuse bookings by anyone younger. You
          also need a valid driving licence and a payment card.
        </p>
      </TextSection>
      <TextSection title="Prices and fees">
        <p>
          Hosts set a price per day, in US dollars. Weekends and single dates can have another
          price, and longer rentals a discount. The total of a rental is what its days cost, less
          the discount. Renters also pay a service fee of {SERVICE_FEE} of the total and a
          processing fee of {formatUsd(PROCESSING_FEE_CENTS)} per booking. A meeting place or extras
          that you choose are added, without a service fee. You see all of it on the booking page
          before you pay. After that, only what is listed under{" "}
          <a href="#later-charges" className="link">
            Charges after a booking
          </a>{" "}
          can be charged, unless you ask for something yourself.
        </p>
        <p>
          For example, {EXAMPLE.days} days at {formatUsd(EXAMPLE.pricePerDayCents)} a day: total{" "}
          {formatUsd(EXAMPLE.totalCents)}, service fee{" "}
          {formatUsd(sumLines(EXAMPLE.lines, { code: "service_fee" }))}, processing fee{" "}
          {formatUsd(PROCESSING_FEE_CENTS)}, due at checkout{" "}
          <b>{formatUsd(EXAMPLE.amountDueCents)}</b>.
        </p>
        <p>
          A host keeps {HOST_SHARE} of the total and of what meeting places and extras cost;{" "}
          {PRODUCT_NAME} keeps the rest and both fees. A booking keeps the prices and fees it was
          made with, even if they change later.
        </p>
        <p>
          Prices include VAT. If you&rsquo;re a host with a confirmed VAT number, we issue tax
          invoices to your renters in your name.
        </p>
      </TextSection>
      <TextSection title="Dates">
        <ul>
          <li>
            All dates and times are Nassau time. A rental runs from its pickup to its return. A
            rental day is 24 hours, rounded up; a return up to {GRACE_MINUTES} minutes later than
            the pickup&rsquo;s time of day adds no day. A rental lasts at least one day and at most{" "}
            {MAX_RENTAL_DAYS} days, and may start up to {MAX_DAYS_AHEAD} days ahead.
          </li>
          <li>
            A car can be returned and picked up again on the same day, after the time that its host
            needs in between. Bookings of a car never overlap.
          </li>
          <li>
            We hold the dates for you during checkout. The checkout closes after {CHECKOUT_MINUTES}{" "}
            minutes, and without a payment the dates become available again. You can hold dates for
            up to {MAX_UNPAID_HOLDS} cars.
          </li>
        </ul>
      </TextSection>
      <TextSection title="When your card is charged">
        <p>
          Your card is charged when a booking is approved, and never before. After the trip, it can
          be charged again as described below.
        </p>
        <ul>
          <li>
            <b>Instant book:</b> the host has approved in advance. The booking is approved and your
            card charged as soon as the card provider accepts the payment.
          </li>
          <li>
            <b>Approval required:</b> we place a hold on your card, without charging it, until the
            host responds. If the host declines, or doesn&rsquo;t respond within {ANSWER_HOURS}{" "}
            hours or by the pickup time, whichever is sooner, we release the hold and you pay
            nothing. You can withdraw your request at any time before the host responds.
          </li>
          <li>
            <b>After the trip:</b> if the car comes back late, has been driven further than
            included, or has less fuel or charge than at the pickup, you and your host get the
            amount and how it&rsquo;s calculated when the return is confirmed. You can pay or
            contest it. If you do neither, and your host doesn&rsquo;t waive it, we charge your
            saved card {findTariff(TARIFF_VERSION).usageChargeHours} hours later. We don&rsquo;t
            charge what you contest. If the card can&rsquo;t be charged, you pay on the trip&rsquo;s
            page, and can&rsquo;t book another car until you have.
          </li>
          <li>
            <b>Deposit:</b> if the host asks for one, we hold it on your saved card from{" "}
            {AUTHORISE_HOURS} hours before pickup. {DEPOSIT_RELEASE} {describeDeclinedDeposit(true)}
          </li>
        </ul>
      </TextSection>
      <TextSection title="Charges after a booking" id="later-charges">
        <p>
          A charge after a booking can only follow from the return or the readings that both sides
          have agreed on, from a claim that you accept or that a person has decided after hearing
          both sides, or from something that you ask for yourself. Nothing can be added to bookings
          made before we introduced charges after a trip.
        </p>
        <TariffList />
        <p>
          A host earns {HOST_SHARE} of charges for late returns and distance, and all of the others.
        </p>
      </TextSection>
      <TextSection title="Claims">
        <p>
          A host who claims damage, cleaning, smoking, lost keys or a ticket names an amount and
          shows the evidence. The renter has {CASE_ANSWER_HOURS} hours to accept or answer; silence
          is not consent. Unless the renter accepts, a person at {PRODUCT_NAME} has{" "}
          {CASE_DECISION_DAYS} days to decide, and both sides read the reasons. Each side may appeal
          once, within {CASE_APPEAL_DAYS} days of a decision. The host can withdraw the claim until
          the case is closed.
        </p>
        <p>
          Nothing is charged until the renter accepts or the decision is final. We then take the
          amount from the deposit, if one is held, and charge the rest to the saved card. A claim
          costs neither side a fee.
        </p>
      </TextSection>
      <TextSection title="Changes">
        <ul>
          <li>
            Renter and host can each ask to change an approved booking: its dates, times or meeting
            place, or to add extras. The request shows what the change adds or gives back. The other
            side has {CHANGE_HOURS} hours to answer, or half of the time left, whichever is shorter.
            We hold the days until then. Without an agreement, the booking stays as it is. A renter
            who only gives up days that are refunded in full needs no agreement.
          </li>
          <li>
            What a change adds is charged once both sides agree, and the change takes effect when it
            is paid. There is no second processing fee. A host can approve extensions into available
            days in advance.
          </li>
          <li>
            Days given up more than {GIVE_BACK_HOURS} hours before they begin are refunded in full,
            less any discount that the shorter trip no longer has. For later days, the renter gets
            back what the host agrees to. A host who asks for fewer days gives back all of them.
          </li>
        </ul>
      </TextSection>
      <TextSection title="Cancellation">
        <ul>
          <li>
            A renter may cancel an approved booking up to {RENTER_CANCELLATION_HOURS} hours before
            the pickup time; a booking without a pickup time, {RENTER_CANCELLATION_HOURS} hours
            before 00:00 of its start date. We return the full amount, fees included, the way it was
            paid.
          </li>
          <li>
            After that, the renter can no longer cancel, except in a storm, and no refund is owed;
            we may still refund all or part of the booking.
          </li>
          <li>
            A host may cancel an approved booking until the end of its start date, unless the car
            has been picked up. The renter gets a full refund. If the host or {PRODUCT_NAME}{" "}
            cancels, the booking shows the renter up to {MAX_REBOOK_OFFERS} other cars that are free
            for the whole trip, or whom to call.
          </li>
          <li>
            A host who cancels pays {HOST_FEE_RULE} We take the fee from the host&rsquo;s next
            earnings and give it to the renter as credit. Credit is spent first at the next booking,
            can&rsquo;t be paid out, and is lost if you delete your account. We may waive the fee if
            the host proves that the cancellation couldn&rsquo;t be avoided; the renter keeps the
            credit. Refunds go to the card first, up to what it paid, and the rest comes back as
            credit.
          </li>
          <li>
            A cancellation can&rsquo;t be undone. How long a refund takes to arrive depends on your
            bank.
          </li>
        </ul>
      </TextSection>
      <TextSection title="Storms">
        <p>
          We may declare a storm for islands and days. Until we end the storm, it affects every
          booking of a car on these islands that includes one of its days.
        </p>
        <ul>
          <li>
            Renter and host may each cancel an affected booking at no cost until the end of its
            start date, unless the car has been picked up. The renter gets a full refund. The renter
            may instead move the trip to free days after the storm, at the same price, and the host
            may offer such days.
          </li>
          <li>
            A car that is due back while the storm is on is due {RETURN_AFTER_STORM_HOURS} hours
            after we end the storm. The renter pays nothing for that time.
          </li>
          <li>
            We may cancel all affected trips that haven&rsquo;t begun, with full refunds. Cars on
            the islands can&rsquo;t be booked until the storm is over and their hosts have checked
            them and added at least {MIN_INSPECTION_PHOTOS} photos.
          </li>
          <li>
            Help is on the{" "}
            <Link to={paths.support()} className="link">
              support page
            </Link>
            , with our emergency line.
          </li>
        </ul>
      </TextSection>
      <TextSection title="Payouts">
        <p>
          A host earns {HOST_SHARE} of each rental, its meeting place and its extras once it is
          completed. Every Monday, we pay what was earned by Sunday to the bank account the host has
          entered. Without a bank account, while an account is suspended, or as long as nothing is
          due, it carries over. Any part refunded to a renter at the host’s expense, and any fee for
          cancelling, is deducted, with the reason.
        </p>
      </TextSection>
      <TextSection title="Cars and hosts">
        <p>
          A listing goes live only once we&rsquo;ve approved it. Cars older than {MAX_VEHICLE_YEARS}{" "}
          years, or whose insurance has expired, aren&rsquo;t allowed on the site. Hosts are
          responsible for the car, its documents and what they write about it. Renters are
          responsible for the car while they have it, and for driving on the left with a valid
          licence. {FUEL} If it&rsquo;s electric, {lowerFirst(CHARGING)}
        </p>
      </TextSection>
      <TextSection title="Questions">
        <p>
          You&rsquo;ll find quick answers in the{" "}
          <Link to={paths.faq()} className="link">
            FAQ
          </Link>
          . For anything else, contact{" "}
          <Link to={paths.support()} className="link">
            Support
          </Link>
          .
        </p>
      </TextSection>
      <TextSection title="Your data">
        <p>
          To learn what we keep and who sees it, read our{" "}
          <Link to={paths.privacy()} className="link">
            Privacy Policy
          </Link>
          .
        </p>
      </TextSection>
    </TextPage>
  );
}
