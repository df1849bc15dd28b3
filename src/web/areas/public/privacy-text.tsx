// Privacy Policy: what is stored, where, and who sees it, in agreement with the code.
import { SPECIAL_REQUESTS_HOURS } from "../../../domain/booking/rental-period.ts";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { RUNNER_LINK_DAYS } from "../../../domain/helper/runner-link.ts";
import { LISTING_DRAFT_DAYS } from "../../../domain/listing/listing-draft.ts";
import { IDENTITY_DOCUMENT_DAYS, PHONE_CODE_MINUTES } from "../../../domain/person/identity.ts";
import { CASE_FILE_DAYS } from "../../../domain/cases/trip-case.ts";
import { TRIP_ON_PHONE_DAYS } from "../../../domain/trip/on-phone.ts";
import { TRIP_PHOTO_DAYS } from "../../../domain/trip/trip.ts";
import { TextPage, TextSection } from "../../parts/page/text-page.tsx";

// oxlint-disable-next-line eslint/max-lines-per-function -- the text of one document
export default function PrivacyText() {
  return (
    <TextPage
      title="Privacy Policy"
      lead={`What ${PRODUCT_NAME} keeps about you, where, and who sees it. We keep what a booking needs and no more.`}
    >
      <TextSection title="What we keep">
        <ul>
          <li>
            <b>Your account:</b> first and last name, email address, whether you rent or host, and
            your password as a one-way hash that can&rsquo;t be reversed. If you add them: phone
            number, date of birth, a photo and a few words about you. We only keep a square crop of
            the photo, in two sizes.
          </li>
          <li>
            <b>Your sessions:</b> when you signed in, and the network address and browser you used,
            so that you can recognise each sign-in. For a year we also remember the network
            addresses and browsers you signed in from, so that strangers guessing your password
            can't lock you out there.
          </li>
          <li>
            <b>Your second factors:</b> the public key of each passkey, and, encrypted, what we
            share with your authenticator app. Recovery codes are kept as one-way hashes.
          </li>
          <li>
            <b>Your bookings:</b> the car, the dates, the price, your special requests, the changes
            that either side asked for with their messages, a record of who changed the
            booking&rsquo;s status and when, and why a host cancelled.
          </li>
          <li>
            <b>Additional drivers:</b> the email addresses you invite to drive, and their answers.
            If you drive on someone&rsquo;s trip, which one.
          </li>
          <li>
            <b>Payments:</b> amounts, status, the card provider’s reference, the last four digits of
            the card, refunds with their reasons, credit from hosts who cancelled, and disputes. We
            never store your full card number or security code. The card provider saves your card
            for a deposit, for charges after the trip and for changes you agree to. We have it
            deleted once the trip is closed and no charge, claim or deposit needs it.
          </li>
          <li>
            <b>Payouts:</b> the bank account a host enters, encrypted, and each payout with its
            bookings.
          </li>
          <li>
            <b>VAT:</b> a host&rsquo;s VAT number and registered name, and tax invoices with the
            names of host and renter.
          </li>
          <li>
            <b>Car documents:</b> the insurance, inspection and plate a host uploads; the files are
            encrypted. We also keep their dates.
          </li>
          <li>
            <b>Business documents:</b> the business licence, franchise letter and VAT certificate a
            host uploads, with the number and dates; the file is encrypted.
          </li>
          <li>
            <b>Verification:</b> the driving licence and government ID you send us, encrypted, your
            verification status, and whether you&rsquo;ve confirmed your phone with a code.
          </li>
          <li>
            <b>Trips:</b> what you and the other person record at the pickup and the return: photos,
            encrypted, mileage, fuel, marks on the car, and when; whether you were shown a
            lockbox&rsquo;s code, and what you confirm, accept or contest; a delayed flight that you
            report; and the rental agreement with the name and signature you give. We remove the
            place and device that the camera recorded in a photo before we store it.
          </li>
          <li>
            <b>Helpers:</b> the email address a host invites, until the host or the helper ends it;
            what the helper may do with each car; and what they did. A helper who does handovers
            sees the renter&rsquo;s name and phone number. One who manages the calendar sees when
            the car is taken, and the notes. For a handover link, we keep each use, and the name the
            host gives the person until {RUNNER_LINK_DAYS} days after the trip. Whoever has the link
            sees the renter&rsquo;s first name.
          </li>
          <li>
            <b>Cases:</b> what a host claims after a trip, what both sides say about it, the
            documents and photos they add, encrypted, and what we decide and why. We delete the
            files {CASE_FILE_DAYS} days after the booking&rsquo;s last case is closed. The PDF of a
            closed case stays with the booking, with the names and words in it.
          </li>
          <li>
            <b>Listings:</b> what a host writes about a car. Drafts are deleted {LISTING_DRAFT_DAYS}{" "}
            days after the last change. The code of a car&rsquo;s lockbox is encrypted, and shown
            only to the host and to the renter of a trip. After a storm, we also keep the photos and
            the note from the host&rsquo;s inspection. We remove the place and device the camera
            recorded in a photo before we store it.
          </li>
          <li>
            <b>Your favourites:</b> which cars you saved, when, for which dates, and what they cost
            at the time. We delete the dates, with their price, the day after they begin.
          </li>
          <li>
            <b>Reviews:</b> what you write about a trip, with your stars, the host’s response, and
            your reports of other reviews.
          </li>
          <li>
            <b>Notifications:</b> what we showed you under your bell, when you read it, which emails
            and alerts you chose, your quiet hours, and where your browsers receive alerts.
          </li>
          <li>
            <b>Messages:</b> what you and the other person in a booking or conversation wrote to
            each other, when, and how far each of you has read; and the message templates that a
            host writes. A helper who answers messages about a car sees all conversations about it,
            with the renter&rsquo;s first name and last initial, and answers under their own name.
          </li>
          <li>
            <b>Support:</b> your name, email address, what it&rsquo;s about, what you and we wrote,
            and your account if you were signed in. It&rsquo;s also emailed to our team.
          </li>
          <li>
            <b>Our notes:</b> what our team noted about your account or a booking. Only our team
            sees it. Notes about you are part of the copy of your data.
          </li>
          <li>
            <b>Attempts:</b> how often someone tried to sign in or wrote to support, counted by
            account and by network address for a short while, to stop password guessing and spam.
          </li>
        </ul>
      </TextSection>
      <TextSection title="In your browser">
        <ul>
          <li>Your session is kept in your browser&rsquo;s local storage until you sign out.</li>
          <li>
            Messages you&rsquo;re typing, and how far you&rsquo;ve scrolled, are kept in the
            tab&rsquo;s session storage until you close it; what you were typing is also removed
            when you sign out.
          </li>
          <li>
            Special requests and drivers&rsquo; emails you type on a car&rsquo;s page are kept in
            your browser&rsquo;s local storage for {SPECIAL_REQUESTS_HOURS} hours, or until you book
            the car or sign out. Anyone who uses this browser can read them there.
          </li>
          <li>
            One cookie, <code className="font-sans font-medium">sidebar_state</code>, remembers for
            7 days whether you collapsed the sidebar. It&rsquo;s only set when you do.
          </li>
          <li>
            Another cookie, <code className="font-sans font-medium">known_browser</code>, holds a
            random number for a year, so that your account recognises this browser. It&rsquo;s only
            set when you sign in, only sent when you sign in or change your account, and can&rsquo;t
            sign anyone in by itself.
          </li>
          <li>
            Unsaved changes to your profile are kept in your browser&rsquo;s local storage until you
            save or discard them or sign out.
          </li>
          <li>
            Trips are kept on your device so that they work without a network: your next rental once
            it&rsquo;s approved, any other trip once you open its page. We keep the booking with the
            place and its instructions, the other person&rsquo;s name and contact details, your
            profile, what you both recorded, and the photos you take or your device shows or fetches
            for the return. We remove them when you sign out, or when you open a page while signed
            in {TRIP_ON_PHONE_DAYS} days or more after the return. If your session ends, what
            hasn&rsquo;t been sent waits until you sign in again. Anyone who uses this browser while
            you&rsquo;re signed in can see these trips.
          </li>
          <li>
            Cars you save before signing in are kept in your browser&rsquo;s local storage and move
            to your account when you sign in.
          </li>
          <li>
            The theme you choose in the footer or in your settings is kept in your browser&rsquo;s
            local storage.
          </li>
          <li>
            If you choose Near me, your browser asks you before it shares your position. We round it
            to about a kilometre before it goes into the address of your search.
          </li>
          <li>
            There are no advertising or tracking cookies, and fonts and scripts come from this site.
          </li>
        </ul>
      </TextSection>
      <TextSection title="Who sees what">
        <ul>
          <li>
            <b>Everyone</b> sees listings with the host’s first and last name, a page about each
            host with their photo and profile text, and renters&rsquo; reviews of cars, with the
            renter&rsquo;s first name, last initial and photo. Anyone who has the address of another
            profile photo can see it. Hosts&rsquo; reviews of a renter are visible to the hosts that
            renter requests a car. No one who isn&rsquo;t signed in gets an email address, a phone
            number, a licence plate or someone else’s booking.
          </li>
          <li>
            <b>Renter and host</b> see each other’s name, email address and phone number once a
            booking is approved, so that they can arrange the pickup, and each other&rsquo;s
            verification status as soon as there is a booking. Until the trip is over, the host also
            sees whether the renter has another trip on the same dates, and whether a bank has
            disputed one of the renter&rsquo;s payments. Both see what either of them recorded about
            their trip, with its photos.
          </li>
          <li>
            <b>If you accept an invitation to drive,</b> the renter and the host of that trip see
            your name and whether your licence is verified. The renter also sees the email address
            they invited.
          </li>
          <li>
            <b>Administrators</b> see accounts, bookings, listings, the documents of cars and
            businesses, those sent for verification, the records of trips, cases with their files,
            and your messages to support, so that they can approve and help. Every view of a
            document, a trip&rsquo;s photo or a case&rsquo;s file is logged. What renters and hosts
            write to each other is private: to read it, for example when a bank disputes a payment,
            our support team has to give a reason, and each time is logged.
          </li>
          <li>
            <b>The card provider</b> receives what it needs to take the payment.
          </li>
          <li>
            <b>If you turn alerts on,</b> the text message provider receives your phone number and
            the text. The push service of your browser&rsquo;s maker receives alerts encrypted, so
            only your browser can read them.
          </li>
          <li>
            <b>The bank</b> receives, in a file that administrators download, the account details of
            each host we pay.
          </li>
        </ul>
      </TextSection>
      <TextSection title="How long">
        <p>
          We keep your profile until you delete your account. We keep bookings and payment records
          after the trip; payment records identify you by a number, never by name. Tax invoices
          carry names.
        </p>
        <p>
          We delete the email address of an invited driver who hasn&rsquo;t accepted once the trip
          is over or cancelled. If you drove and delete your account, the trip keeps you as a former
          member, without your address.
        </p>
        <p>
          We delete your driving licence and government ID {IDENTITY_DOCUMENT_DAYS} days after our
          decision, or after the upload if you never submit them, or right away when you delete them
          on your profile. A code for your phone expires in {PHONE_CODE_MINUTES} minutes.
        </p>
        <p>
          We delete the photos of a trip {TRIP_PHOTO_DAYS} days after the trip, and any case about
          it, has closed. The rest of its record stays with the booking. So does the rental
          agreement, as it was at the pickup and as it was signed, with its signatures and the names
          in it, including those of additional drivers.
        </p>
        <p>
          We remove a session 30 days after it ends. We also remove sessions that haven&rsquo;t been
          used for 90 days, and any that are a year old.
        </p>
      </TextSection>
      <TextSection title="Your data is yours">
        <p>
          While you&rsquo;re signed in, you can read and change your name, phone number, date of
          birth, photo and profile text on your profile. In your settings, you can see where
          you&rsquo;re signed in and sign out there.
        </p>
        <p>
          In your settings you can also request a copy of what we keep about you, once every 24
          hours. It&rsquo;s a file with JSON and your photos, kept encrypted for you alone for 7
          days.
        </p>
        <p>
          You can delete your account there too, once no booking, case, deposit, payout or balance
          is open. Credit that you haven&rsquo;t spent ends. We then remove right away your name,
          email address, phone number, date of birth, photo, sessions, favourites, notifications,
          bank details, our notes, verification with its documents, business documents, listings
          with their documents, and messages to support that you sent while signed in. Past
          bookings, the records of their trips, payment records and what you wrote to the other
          person stay without your name. So does the record of who changed what, which identifies
          you only by a number. The rental agreement of a trip keeps the names of its parties and
          drivers, and their signatures, because it&rsquo;s the other side&rsquo;s agreement as
          well. Tax invoices keep the names and VAT numbers on them, because the law requires it.
        </p>
      </TextSection>
    </TextPage>
  );
}
