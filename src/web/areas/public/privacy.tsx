// Privacy Policy: what is kept, where, and who sees it, as the code has it.
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { IDENTITY_DOCUMENT_DAYS, PHONE_CODE_MINUTES } from "../../../domain/person/identity.ts";
import { TextPage, TextSection } from "../../parts/page/text-page.tsx";
import { publicMeta } from "../../parts/page/page-meta.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/privacy";

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: "Privacy Policy",
    description: "What is kept about you, where it is kept, and who sees it.",
    path: paths.privacy(),
  });

export const handle = { sleeps: true };

export default function PrivacyPage() {
  return (
    <TextPage
      title="Privacy Policy"
      lead={`What ${PRODUCT_NAME} keeps about you, where, and who gets to see it. We keep what a booking needs and no more.`}
    >
      <TextSection title="What is kept">
        <ul>
          <li>
            <b>Your account:</b> first and last name, email address, whether you rent or host, and your password as a
            one-way hash that cannot be turned back. If you add them: phone number, date of birth, a photo and a few
            words about you. Of the photo nothing is kept but a square in two sizes.
          </li>
          <li>
            <b>Your sessions:</b> for each sign-in, when it was, and the network address and the name of the browser
            that it came from, so that you can recognise it. For a year we also remember the network addresses and
            browsers that you signed in from, so that strangers who guess your password can't lock you out there.
          </li>
          <li>
            <b>Your bookings:</b> the car, the dates, the price, your special requests, and a record of who changed the
            state of the booking and when.
          </li>
          <li>
            <b>Payments:</b> amounts, their state, the card provider’s reference, the last four digits of the card,
            refunds with their reasons, and disputes. Your full card number and security code are not stored.
          </li>
          <li>
            <b>Payouts:</b> the bank account that a host enters, encrypted, and each payout with its bookings.
          </li>
          <li>
            <b>Papers of cars:</b> what a host uploads as insurance, inspection or plate, encrypted.
          </li>
          <li>
            <b>Verification:</b> the driving licence and the government ID that you send us, encrypted, how your
            verification stands, and whether a code that we sent to your phone came back.
          </li>
          <li>
            <b>Listings:</b> what a host writes about a car. Photos are stored without the place and the device that the
            camera wrote into them.
          </li>
          <li>
            <b>Your favourites:</b> which cars you saved, when, and what they cost then.
          </li>
          <li>
            <b>Reviews:</b> what you write of a trip, with your stars, a host’s answer, and what you report of the
            reviews of others.
          </li>
          <li>
            <b>What we told you:</b> the notifications under your bell, when you read them, and which mails you do not
            want.
          </li>
          <li>
            <b>Messages:</b> what you and the other side of a booking or a question wrote to each other, when, and how
            far each of you has read.
          </li>
          <li>
            <b>What you ask support:</b> your name, email address, what it is about, what you and we wrote, and your
            account if you were signed in. Our team is mailed about it as well.
          </li>
          <li>
            <b>Attempts:</b> how often somebody tried to sign in or wrote to support, counted by account and by network
            address for a short while, so that passwords cannot be guessed and nobody floods us.
          </li>
        </ul>
      </TextSection>
      <TextSection title="In your browser">
        <ul>
          <li>Your session stands in the local storage of your browser and leaves it when you sign out.</li>
          <li>
            Requests and messages that you are typing, and how far you have scrolled, stand in the session storage of
            the tab and go with it; what you were typing also goes when you sign out.
          </li>
          <li>
            One cookie, <code className="font-sans font-medium">sidebar_state</code>, remembers for 7 days whether you
            folded the sidebar. It is set only when you do.
          </li>
          <li>
            Another cookie, <code className="font-sans font-medium">known_browser</code>, holds a random number for a
            year, by which your account knows this browser again. It is set only when you sign in, is sent only when you
            sign in or change your account, and signs nobody in by itself.
          </li>
          <li>
            What you have changed on your profile and not saved stands in the local storage of your browser, until you
            save or discard it or sign out.
          </li>
          <li>
            Cars that you save before you sign in stand in the local storage of your browser, and move to your account
            when you sign in.
          </li>
          <li>
            The theme that you choose at the foot of a page or in your settings stands in the local storage of your
            browser.
          </li>
          <li>There are no advertising or tracking cookies, and fonts and scripts come from this site.</li>
        </ul>
      </TextSection>
      <TextSection title="Who sees what">
        <ul>
          <li>
            <b>Everyone</b> sees listings with the host’s first and last name, a page about each host with the photo and
            the words about themselves, and what renters wrote of cars, with their first name, the first letter of the
            last name and their photo. Other profile photos can be seen by anybody who has their address. What hosts
            wrote of a renter, the hosts see whom that renter asks for a car. Nobody who is not signed in receives an
            email address, a phone number, a licence plate or somebody else’s booking.
          </li>
          <li>
            <b>Renter and host</b> see each other’s name, email address and phone number once a booking is approved, so
            that the key can change hands, and whether the other is verified as soon as there is a booking.
          </li>
          <li>
            <b>Administrators</b> see accounts, bookings, listings with their papers, documents of people who want to be
            verified, and what you ask support, to approve and to help. Each look at such a document is recorded. They
            do not see what renters and hosts write to each other.
          </li>
          <li>
            <b>The card provider</b> receives what it needs to take the payment.
          </li>
          <li>
            <b>The bank</b> receives, in a file that administrators download, the account of each host who is paid.
          </li>
        </ul>
      </TextSection>
      <TextSection title="How long">
        <p>
          Your profile is kept until you delete your account. Bookings and movements of money are kept as records after
          the trip; the movements hold numbers, never names.
        </p>
        <p>
          Your driving licence and government ID are deleted {IDENTITY_DOCUMENT_DAYS} days after we have decided on
          them, or after the upload if you never send them in, or at once when you delete them on your profile. A code
          for your phone counts for {PHONE_CODE_MINUTES} minutes.
        </p>
        <p>
          A session is removed 30 days after it has ended; one that nobody has used for 90 days is removed as well, and
          so is any that is a year old.
        </p>
      </TextSection>
      <TextSection title="Your data is yours">
        <p>
          While you are signed in you can read and change your name, phone number, date of birth, photo and the words
          about you on your profile, and see in your settings where you are signed in and end it.
        </p>
        <p>
          In your settings you can also ask for a copy of what is kept about you, once in 24 hours. It is a file of JSON
          and your photos, kept encrypted for you alone for 7 days.
        </p>
        <p>
          There you can delete your account, too, once no booking, payout or balance is open. Your name, address, phone
          number, date of birth, photo, sessions, favourites, notifications, bank details, verification with its
          documents, listings with their papers and messages to support that you sent while signed in are removed at
          once. Bookings that are over, movements of money and what you wrote to the other side stay without your name,
          and so does the record of who changed what, which holds numbers.
        </p>
      </TextSection>
    </TextPage>
  );
}
