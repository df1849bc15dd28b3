// Six reasons (specification section 1). Promises by people come from parts/page/claims.ts.
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { CLAIMS } from "../../../parts/page/claims.ts";
import type { IconName } from "../../../ui/icon-names.ts";
import { Icon } from "../../../ui/icon.tsx";

const REASONS: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: "badge-check",
    title: "Verified Hosts",
    text: "The Verified badge means we've checked a host's driving licence and government ID.",
  },
  { icon: "map-pin", title: "Local Expertise", text: CLAIMS.localExpertise.says },
  {
    icon: "clock",
    title: "Quick Approval",
    text: `${CLAIMS.quickApproval.says} With instant book, you're confirmed right away.`,
  },
  {
    icon: "car-front",
    title: "Curated Fleet",
    text: `We review every listing before it goes live. ${CLAIMS.curatedFleet.says}`,
  },
  { icon: "phone", title: "24/7 Support", text: CLAIMS.roundTheClock.says },
  {
    icon: "receipt",
    title: "Competitive Pricing",
    text: "No hidden fees. You see the full price before you book.",
  },
];

export function Why() {
  return (
    <section aria-labelledby="why" className="page-wrap py-(--section)">
      <h2 id="why" className="text-3xl leading-[1.1] tracking-display">
        Why choose {PRODUCT_NAME}
      </h2>
      <p className="mt-3 text-lg text-muted-foreground">Local cars, local people, plain prices.</p>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {REASONS.map(({ icon, title, text }) => (
          <li
            key={title}
            className="grid content-start gap-[.4rem] rounded-lg bg-surface p-6 shadow-panel"
          >
            <Icon name={icon} size={28} className="mb-2 text-link md:mb-6" />
            <h3 className="text-lg">{title}</h3>
            <p className="text-muted-foreground">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
