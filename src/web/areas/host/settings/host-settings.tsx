// The host's settings: their sections, and the way to the one that the address names. Of who is no host any more, where they are paid.
import type { ReactNode } from "react";
import { useHostSettings } from "../../../parts/person/host-settings.ts";
import { usePayoutDetails } from "../../../parts/payout/payout-details.ts";
import { useSectionOfAddress } from "../../../ui/focus/section-of-address.ts";
import type { HostSettingsSection } from "../../../paths.ts";
import { Panel } from "../../../ui/panel.tsx";
import { SectionLinks } from "../../../ui/section-links.tsx";
import { BookingSetting } from "./booking-setting.tsx";
import { Documents } from "./documents.tsx";
import { PayoutSection } from "./payout-section.tsx";

const SECTIONS: readonly { id: HostSettingsSection; title: string }[] = [
  { id: "booking", title: "New listings" },
  { id: "payouts", title: "Payout details" },
  { id: "documents", title: "Car documents" },
];

export function HostSettings({ userId, isHost }: { userId: string; isHost: boolean }) {
  const loading = [useHostSettings({ enabled: isHost }), usePayoutDetails()].some((query) => query.isLoading);
  useSectionOfAddress(loading);
  const payouts = (
    <Section id="payouts" text="The account that your earnings are to be paid to, at a bank in the Bahamas.">
      <PayoutSection userId={userId} />
    </Section>
  );
  if (!isHost)
    return (
      <>
        <div>
          <h1 className="text-2xl">Settings</h1>
          <p className="text-muted-foreground">Where we pay what you have earned as a host.</p>
        </div>
        <div className="max-w-[46rem]">{payouts}</div>
      </>
    );
  return (
    <>
      <div>
        <h1 className="text-2xl">Settings</h1>
        <p className="text-muted-foreground">For all of your cars: bookings, payouts and papers.</p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[11rem_minmax(0,46rem)] lg:gap-12">
        <SectionLinks sections={SECTIONS} />
        <div className="grid min-w-0 gap-6 md:gap-8">
          <Section
            id="booking"
            text="What the form of a new listing starts with. Each listing can still be set by itself."
          >
            <BookingSetting />
          </Section>
          {payouts}
          <section aria-labelledby="documents" className="grid gap-5">
            <Heading id="documents" text="The papers of each car. Only you and our team can open them." />
            <Documents />
          </section>
        </div>
      </div>
    </>
  );
}

/** The element that the address names has the heading's id, so that the focus goes where the link leads. */
const Heading = ({ id, text }: { id: HostSettingsSection; text: string }) => (
  <div>
    <h2 id={id} tabIndex={-1} className="scroll-mt-[calc(var(--header)+1rem)] md:scroll-mt-8 text-xl">
      {SECTIONS.find((section) => section.id === id)?.title}
    </h2>
    <p className="text-sm text-muted-foreground">{text}</p>
  </div>
);

const Section = ({ id, text, children }: { id: HostSettingsSection; text: string; children: ReactNode }) => (
  <Panel as="section" aria-labelledby={id} className="grid gap-5">
    <Heading id={id} text={text} />
    {children}
  </Panel>
);
