// The host settings: their sections, and scrolling to the section that the URL names. A former host
// sees only the payout details and the business documents that are still here.
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import { DOCUMENTS_DUE } from "../../../../domain/listing/car-documents.ts";
import { useHostSettings } from "../../../parts/person/use-host-settings.ts";
import { useApi } from "../../../api/use-api.ts";
import { usePayoutDetails } from "../../../parts/payout/use-payout-details.ts";
import { useScrollToSection } from "../../../ui/focus/scroll-to-section.ts";
import { paths, type HostSettingsSection } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { SectionLinks } from "../../../ui/section-links.tsx";
import { BusinessDocuments } from "../documents/business/business-documents.tsx";
import { BookingSetting } from "./booking-setting.tsx";
import { VatSection } from "./vat-section.tsx";
import { PayoutSection } from "./payout-section.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";

export const meta = () => pageMeta("Host Settings");

export default function HostSettingsPage() {
  const { user, mayHost } = useSession();
  return user && <HostSettings key={user.id} userId={user.id} isHost={mayHost} />;
}

const SECTIONS: readonly { id: HostSettingsSection; title: string }[] = [
  { id: "booking", title: "New listings" },
  { id: "payouts", title: "Payout details" },
  { id: "vat", title: "VAT number" },
  { id: "documents", title: "Car documents" },
  { id: "business", title: "Business documents" },
];

function HostSettings({ userId, isHost }: { userId: string; isHost: boolean }) {
  const documents = useApi("GET /api/host/business-documents", {});
  const hasBusiness = documents.isError || (documents.data?.documents.length ?? 0) > 0;
  // The section stays after the last document is removed, so that the focus can go there.
  const [hadBusiness, setHadBusiness] = useState(false);
  if (hasBusiness && !hadBusiness) setHadBusiness(true);
  const loading = [
    useHostSettings({ enabled: isHost }),
    usePayoutDetails(),
    useApi("GET /api/host/vat-number", {}, { enabled: isHost }),
    documents,
  ].some((query) => query.isLoading);
  useScrollToSection(loading);
  const payouts = (
    <Section id="payouts" text="We pay your earnings to a bank account in the Bahamas.">
      <PayoutSection userId={userId} />
    </Section>
  );
  const business = (
    <Section id="business" text="Only you and our team can open them.">
      <BusinessDocuments isHost={isHost} headingId="business" />
    </Section>
  );
  if (!isHost)
    return (
      <>
        <h1 className="text-2xl">Settings</h1>
        <div className="grid max-w-[46rem] gap-6 md:gap-8">
          {payouts}
          {hadBusiness && business}
        </div>
      </>
    );
  return (
    <>
      <h1 className="text-2xl">Settings</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[11rem_minmax(0,46rem)] lg:gap-12">
        <SectionLinks sections={SECTIONS} />
        <div className="grid min-w-0 gap-6 md:gap-8">
          <Section id="booking" text="The default, which you can change for each listing.">
            <BookingSetting />
          </Section>
          {payouts}
          <Section id="vat" text="Only if your business is registered for VAT.">
            <VatSection />
          </Section>
          <Section id="documents" text="They're on each car's page, below its details.">
            <div className="flex flex-wrap gap-3">
              <Button asChild variant="outline" size="small">
                <Link to={paths.hostListings({ filter: DOCUMENTS_DUE })}>See what's due</Link>
              </Button>
              <Button asChild variant="ghost" size="small">
                <Link to={paths.hostListings()}>All cars</Link>
              </Button>
            </div>
          </Section>
          {business}
        </div>
      </div>
    </>
  );
}

/** The URL fragment names the heading, so that the focus goes where the link leads. */
const Heading = ({ id, text }: { id: HostSettingsSection; text: string }) => (
  <div>
    <h2
      id={id}
      tabIndex={-1}
      className="scroll-mt-[calc(var(--header)+1rem)] md:scroll-mt-8 text-xl"
    >
      {SECTIONS.find((section) => section.id === id)?.title}
    </h2>
    <p className="text-sm text-muted-foreground">{text}</p>
  </div>
);

const Section = ({
  id,
  text,
  children,
}: {
  id: HostSettingsSection;
  text: string;
  children: ReactNode;
}) => (
  <Panel as="section" aria-labelledby={id} className="grid gap-5">
    <Heading id={id} text={text} />
    {children}
  </Panel>
);
