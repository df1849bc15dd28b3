// Pricing: what renters pay and hosts keep, with a calculator that uses the checkout's functions.
import { FollowQuestions } from "../faq/follow-questions.tsx";
import { Calculator } from "./calculator.tsx";
import { publicMeta } from "../../../parts/page/page-meta.ts";
import { HOST_SHARE, PROCESSING_FEE, SERVICE_FEE } from "../../../parts/booking/fee-rates.ts";
import { paths } from "../../../paths.ts";
import { staticPart } from "../../../ui/static-part.tsx";
import type { Route } from "./+types/pricing";

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: "Pricing",
    description: `Renters pay the daily rate, a service fee of ${SERVICE_FEE} and ${PROCESSING_FEE} per booking. Hosts keep ${HOST_SHARE}. Calculate the price of any trip.`,
    path: paths.pricing(),
  });

const Plans = staticPart(() => import("./plans.tsx"));
const TariffSection = staticPart(() => import("./tariff-section.tsx"));
const Questions = staticPart(() => import("./pricing-questions.tsx"));

export default function PricingPage() {
  return (
    <>
      <div className="page-wrap grid gap-10 pt-10 pb-(--section) md:pt-16">
        <header className="grid gap-3">
          <h1 className="text-3xl leading-[1.1] tracking-display">Plain prices, no hidden fees</h1>
          <p className="max-w-[36rem] text-lg text-muted-foreground">
            You pay the price you see when you book. Everything that can be added later is listed
            below, with its rate or maximum.
          </p>
        </header>
        <Plans />
      </div>
      <section
        id="calculator"
        aria-labelledby="calculator-title"
        className="bg-surface-2 py-(--section)"
      >
        <div className="page-wrap grid gap-8">
          <div className="grid gap-2">
            <h2 id="calculator-title" className="text-3xl leading-[1.1] tracking-display">
              Price calculator
            </h2>
            <p className="max-w-[36rem] text-lg text-muted-foreground">
              See what the renter pays and the host earns.
            </p>
          </div>
          <Calculator />
        </div>
      </section>
      <TariffSection />
      <FollowQuestions>
        <Questions />
      </FollowQuestions>
    </>
  );
}
