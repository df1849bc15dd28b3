// The sandbox checkout in its states: open, paid, expired. It does not look like a real one.
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import type { Api } from "../../../../contract/index.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { Breakdown } from "../../../ui/breakdown.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { useHeadingFocus } from "../../../ui/focus/heading-focus.ts";
import { Note } from "../../../ui/note.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { CardForm } from "./card-form.tsx";
import { Icon } from "../../../ui/icon.tsx";

export type CheckoutForm = Api["GET /api/sandbox/checkout/{session_id}"]["output"];

export interface CheckoutProps {
  checkout: CheckoutForm;
  /** Refetches the checkout. */
  onChanged: () => void;
}

export function Checkout(props: CheckoutProps) {
  const box = useHeadingFocus<HTMLDivElement>(props.checkout.session_status);
  return (
    <div ref={box}>
      <Session {...props} />
    </div>
  );
}

function Session({ checkout, onChanged }: CheckoutProps) {
  const { session_status: status, success_url: successUrl, cancel_url: cancelUrl } = checkout;
  const isBooking = checkout.purpose === "book";
  const back = isBooking ? "Back to the car" : "Back to the trip";
  if (status === "complete")
    return (
      <Closed icon={<Icon name="circle-check" size={40} />} title="This checkout is paid">
        <Button asChild>
          <a href={successUrl}>Continue</a>
        </Button>
      </Closed>
    );
  if (status === "expired")
    return (
      <Closed
        icon={<Icon name="calendar-x-2" size={40} />}
        title="This checkout has expired"
        text={`Nothing was charged${isBooking ? ", and we've released the dates" : ""}.`}
      >
        <Button asChild>
          <a href={cancelUrl}>{back}</a>
        </Button>
      </Closed>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 md:grid-cols-[minmax(0,1fr)_minmax(0,25rem)] md:gap-12">
      <div className="grid gap-8">
        <div className="grid gap-2">
          <a
            href={cancelUrl}
            className="inline-flex min-h-6 items-center gap-[.35rem] justify-self-start text-sm text-muted-foreground hover:text-foreground"
          >
            <Icon name="arrow-left" size={16} />
            {back}
          </a>
          <h1 className="text-2xl leading-[1.15]">
            {checkout.is_hold ? "Request to book" : "Pay by card"}
          </h1>
          {isBooking && <HoldCountdown expiresAt={checkout.expires_at} onExpired={onChanged} />}
        </div>
        <CardForm
          sessionId={checkout.id}
          amountCents={checkout.amount_cents}
          isHold={checkout.is_hold}
          isBooking={isBooking}
          terms={<Terms checkout={checkout} />}
          onPaid={(url) => location.assign(url)}
          onClosed={onChanged}
        />
      </div>
      <Summary checkout={checkout} />
    </div>
  );
}

const SUMMARIES = { book: "Your booking", pay: "Your charge", hold: "Your deposit" };

/** What is paid. */
const Summary = ({ checkout }: { checkout: CheckoutForm }) => (
  <Panel
    as="aside"
    aria-label={SUMMARIES[checkout.purpose]}
    className="grid gap-4 max-md:order-first"
  >
    <h2 className="text-lg">{checkout.description}</h2>
    <Breakdown
      lines={[
        ...checkout.line_items.map(({ name, amount_cents }) => ({
          label: name,
          amount: formatUsd(amount_cents),
        })),
        {
          label: checkout.is_hold ? "Hold on your card" : "Due now",
          amount: formatUsd(checkout.amount_cents),
          kind: "due" as const,
        },
      ]}
    />
  </Panel>
);

const Terms = ({ checkout: { note, warning } }: { checkout: CheckoutForm }) => (
  <>
    {warning && (
      <Note variant="sun" icon={<Icon name="triangle-exclamation-point" />}>
        {warning}
      </Note>
    )}
    {note && <p className="text-sm">{note}</p>}
  </>
);

const MINUTE_MS = 60_000;

/** How long the dates are held, in whole minutes. Refetches the checkout when the hold expires. */
function HoldCountdown({ expiresAt, onExpired }: { expiresAt: string; onExpired: () => void }) {
  const end = Date.parse(expiresAt);
  const [left, setLeft] = useState(() => end - Date.now());
  useEffect(() => {
    const timer = setInterval(() => setLeft(end - Date.now()), MINUTE_MS / 4);
    return () => clearInterval(timer);
  }, [end]);
  const isOver = left <= 0;
  const expire = useEffectEvent(onExpired);
  useEffect(() => {
    if (isOver) expire();
  }, [isOver]);
  const minutes = Math.max(1, Math.ceil(left / MINUTE_MS));
  return (
    <p className="text-muted-foreground">
      We&rsquo;ll hold these dates for {minutes} {minutes === 1 ? "minute" : "minutes"}.
    </p>
  );
}

interface ClosedProps {
  icon: ReactNode;
  title: string;
  text?: string;
  children: ReactNode;
}

function Closed({ icon, title, text, children }: ClosedProps) {
  return (
    <EmptyState
      level={1}
      art={<span className="grid justify-items-center text-link">{icon}</span>}
      title={title}
      text={text}
      actions={children}
    />
  );
}
