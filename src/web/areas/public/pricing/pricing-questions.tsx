// The questions about pricing, from the FAQ.
import { Link } from "react-router";
import { faqEntries } from "../faq/faq-entries.ts";
import { Questions } from "../faq/questions.tsx";
import { paths } from "../../../paths.ts";

const QUESTIONS = faqEntries(["fees", "charged", "cancel", "insurance", "host-share", "payouts"]);

export default function PricingQuestions() {
  return (
    <section
      aria-labelledby="pricing-questions"
      className="page-wrap grid items-start gap-8 py-(--section) lg:grid-cols-[1fr_2fr] lg:gap-16"
    >
      <div className="grid gap-2">
        <h2 id="pricing-questions" className="text-3xl leading-[1.1] tracking-display">
          Questions about pricing
        </h2>
        <p className="text-lg text-muted-foreground">
          More in the{" "}
          <Link to={paths.faq()} className="link">
            FAQ
          </Link>
          .
        </p>
      </div>
      <Questions entries={QUESTIONS} />
    </section>
  );
}
