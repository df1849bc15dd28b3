// The sandbox's card form. It keeps what was typed, whatever the result.
import { CreditCard } from "lucide-react";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { checkCard, type CardField } from "../../../../domain/money/card.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { api, ApiError } from "../../../api/api.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/form/controls.tsx";
import { ErrorSummary } from "../../../ui/form/error-summary.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { formatCardNumber, formatCvc, formatExpiry, keepFormatted } from "./card-format.ts";
import { SandboxOptions, type WebhookMode } from "./sandbox-options.tsx";

const ConfirmDialog = lazy(() => import("./confirm-dialog.tsx"));

const FIELDS: readonly CardField[] = ["number", "expiry", "cvc", "name"];
type Faults = Partial<Record<CardField, string>>;
/** Why an attempt did not lead to a payment. */
interface Refusal {
  title: string;
  faults: Faults;
  /** The error that belongs to no field. */
  message?: string;
}

const CHECK_FIELDS = "Please check the fields below.";
const NOT_PAID = "Your payment didn't go through.";

export interface CardFormProps {
  sessionId: string;
  amountCents: number;
  onPaid: (successUrl: string) => void;
  /** Called when the session has expired or was paid elsewhere. */
  onClosed: () => void;
}

export function CardForm({ sessionId, amountCents, onPaid, onClosed }: CardFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [webhooks, setWebhooks] = useState<WebhookMode>("normal");

  const refuse = (found: Refusal) => {
    setRefusal(found);
    setAttempt((count) => count + 1);
  };

  const pay = async (confirmed: boolean) => {
    if (busy || !form.current) return;
    const typed = new FormData(form.current);
    const text = (field: CardField) => String(typed.get(field) ?? "");
    const card = {
      number: text("number"),
      expiry: text("expiry"),
      cvc: text("cvc"),
      name: text("name"),
    };
    const faults = checkCard(
      { ...card, number: card.number.replace(/[\s-]/g, "") },
      todayInNassau(new Date()),
    );
    if (Object.keys(faults).length > 0) return refuse({ title: CHECK_FIELDS, faults });
    setRefusal(null);
    setBusy(true);
    try {
      const call = { params: { session_id: sessionId }, body: { ...card, confirmed, webhooks } };
      const { state, success_url } = await api("POST /api/sandbox/checkout/{session_id}/pay", call);
      if (state === "paid") return onPaid(success_url);
      setConfirming(true);
    } catch (error) {
      if (error instanceof ApiError && error.code === "payment_session_closed") return onClosed();
      refuse(refusalOf(error));
    }
    setBusy(false);
  };

  const { title = "", faults = {}, message } = refusal ?? {};
  const list = FIELDS.flatMap((field) => {
    const fault = faults[field];
    return fault ? [{ fieldId: `${id}-${field}`, message: fault }] : [];
  });

  return (
    <>
      <form
        ref={form}
        noValidate
        className="grid gap-[1.1rem]"
        onSubmit={(event) => {
          event.preventDefault();
          void pay(false);
        }}
      >
        <ErrorSummary title={title} faults={message ? [{ message }] : list} attempt={attempt} />
        <Field label="Card number" id={`${id}-number`} error={faults.number}>
          <Input
            name="number"
            icon={<CreditCard size={20} strokeWidth={1.75} />}
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            className="tabular-nums"
            onInput={({ currentTarget }) => keepFormatted(currentTarget, formatCardNumber)}
          />
        </Field>
        <div className="grid grid-cols-2 items-start gap-4">
          <Field label="Expiry date" id={`${id}-expiry`} error={faults.expiry}>
            <Input
              name="expiry"
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder="MM / YY"
              className="tabular-nums"
              onInput={({ currentTarget }) => keepFormatted(currentTarget, formatExpiry)}
            />
          </Field>
          <Field label="CVC" id={`${id}-cvc`} error={faults.cvc}>
            <Input
              name="cvc"
              inputMode="numeric"
              autoComplete="cc-csc"
              placeholder="123"
              className="tabular-nums"
              onInput={({ currentTarget }) => keepFormatted(currentTarget, formatCvc)}
            />
          </Field>
        </div>
        <Field label="Name on card" id={`${id}-name`} error={faults.name}>
          <Input name="name" autoComplete="cc-name" maxLength={120} />
        </Field>
        <div className="grid gap-2">
          <Button type="submit" size="large" className="w-full" busy={busy} busyLabel="Paying...">
            Pay {formatUsd(amountCents)}
          </Button>
          <p className="text-center text-sm text-muted-foreground">
            This is a sandbox: no card is charged. Don't enter a real one.
          </p>
        </div>
      </form>
      <SandboxOptions
        webhooks={webhooks}
        onWebhooks={setWebhooks}
        onCard={(number) => {
          const input = form.current?.elements.namedItem("number");
          if (input instanceof HTMLInputElement) {
            input.value = formatCardNumber(number);
            input.focus();
          }
        }}
      />
      {confirming && (
        <Suspense>
          <ConfirmDialog
            amountCents={amountCents}
            onConfirm={() => {
              setConfirming(false);
              void pay(true);
            }}
            onRefuse={() => {
              setConfirming(false);
              refuse({
                title: NOT_PAID,
                faults: {
                  number: "Your bank didn't confirm the payment. Try again or use another card.",
                },
              });
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** A declined card is an error of the number field. The hold on the dates remains, so that the user
 *  can try another card. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof ApiError && error.code === "payment_declined")
    return {
      title: NOT_PAID,
      faults: {
        number: `${sentenceFor(error, "Your card was declined.")} We're still holding your dates. Try another card.`,
      },
    };
  const faults: Faults = {};
  if (error instanceof ApiError)
    for (const { field, message } of error.fields) {
      const known = FIELDS.find((each) => field === `body.${each}`);
      if (known) faults[known] = message;
    }
  if (Object.keys(faults).length > 0) return { title: CHECK_FIELDS, faults };
  return {
    title: "We don't know whether your payment went through.",
    faults,
    message: `${sentenceFor(error, "We didn't get a reply.")} Pay again to find out: you can't be charged twice for one checkout.`,
  };
}
