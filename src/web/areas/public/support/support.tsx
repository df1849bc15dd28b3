// Support: every way to contact the operator, and a form whose messages are stored and emailed.
import { useSearchParams } from "react-router";
import { SUPPORT_CATEGORIES } from "../../../../domain/message/support.ts";
import type { ContactMethodsProps } from "./contact-methods.tsx";
import { SupportForm } from "./support-form.tsx";
import { publicMeta } from "../../../parts/page/page-meta.ts";
import { useRootData } from "../../../api/request-context.ts";
import { paths } from "../../../paths.ts";
import { Panel } from "../../../ui/panel.tsx";
import { staticPart } from "../../../ui/static-part.tsx";
import type { Route } from "./+types/support";

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: "Support",
    description:
      "Help with a booking, a payment, a car or your account, by phone, email or message.",
    path: paths.support(),
  });

const ContactMethods = staticPart<ContactMethodsProps>(() => import("./contact-methods.tsx"));
const QuickHelp = staticPart(() => import("./quick-help.tsx"));

export default function SupportPage() {
  const contacts = useRootData()?.contacts;
  const [parameters] = useSearchParams();
  const category = SUPPORT_CATEGORIES.find((each) => each === parameters.get("category"));
  const booking = parameters.get("booking") ?? undefined;
  if (!contacts) return null;
  return (
    <div className="page-wrap grid gap-16 pt-10 pb-20 md:pt-16">
      <div className="grid gap-10">
        <header className="grid gap-3">
          <h1 className="text-3xl leading-[1.1] tracking-display">How can we help?</h1>
          <p className="max-w-[36rem] text-lg text-muted-foreground">
            Stuck on the road? Call the emergency line.
          </p>
        </header>
        <ContactMethods contacts={contacts} />
      </div>
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-16">
        <Panel
          as="section"
          id="message"
          aria-labelledby="message-title"
          className="grid gap-6 md:p-8"
        >
          <div>
            <h2 id="message-title" className="text-2xl">
              Send us a message
            </h2>
            <p className="text-muted-foreground">We&rsquo;ll reply by email.</p>
          </div>
          <noscript>
            <p>
              The form needs JavaScript. Without it, email{" "}
              <a href={`mailto:${contacts.email.text}`} className="link">
                {contacts.email.text}
              </a>{" "}
              or call {contacts.phone.text}.
            </p>
          </noscript>
          <div className="noscript:hidden">
            <SupportForm category={category} booking={booking} email={contacts.email.text} />
          </div>
        </Panel>
        <section aria-labelledby="quick-help" className="grid gap-4">
          <h2 id="quick-help" className="text-xl">
            Quick help
          </h2>
          <QuickHelp />
        </section>
      </div>
    </div>
  );
}
