// The sandbox's card form. It keeps what was typed, whatever the result.
import { lazy, Suspense, useId, useState, type ReactNode } from "react";
import { checkCard, MAX_CARD_NAME_LENGTH } from "../../../../domain/money/card.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { api, isCode } from "../../../api/api.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { TextField } from "../../../forms/fields.tsx";
import { FormRefusal } from "../../../forms/form-errors.ts";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { formatCardNumber, formatCvc, formatExpiry, formatWhileTyping } from "./card-format.ts";
import { SandboxOptions, type WebhookModeField } from "./sandbox-options.tsx";
import { Icon } from "../../../ui/icon.tsx";

const ConfirmDialog = lazy(() => import("./confirm-card-dialog.tsx"));

const EMPTY = { number: "", expiry: "", cvc: "", name: "" };
type CardValues = typeof EMPTY;

const DECLINED_BY_BANK = "Your bank didn't confirm the payment. Try again or use another card.";

const checkTyped = (card: CardValues) =>
  checkCard({ ...card, number: card.number.replace(/[\s-]/g, "") }, todayInNassau(new Date()));

export interface CardFormProps {
  sessionId: string;
  amountCents: number;
  /** Paying only authorises the card. */
  isHold: boolean;
  /** Whether dates are held while the card is entered. */
  isBooking: boolean;
  /** What the user agrees to by paying, above the button. */
  terms: ReactNode;
  onPaid: (successUrl: string) => void;
  /** Called when the session has expired or was paid elsewhere. */
  onClosed: () => void;
}

export function CardForm(props: CardFormProps) {
  const { sessionId, amountCents, isHold, isBooking, terms, ...on } = props;
  const [webhooks, setWebhooks] = useState<WebhookModeField>("normal");
  const bank = useBank();
  const form = useAppForm<CardValues>({
    id: useId(),
    initial: EMPTY,
    check: checkTyped,
    leaves: true,
    describe: (error) => describeFailure(error, isBooking),
    findField: (error) => (isDeclined(error) ? "number" : undefined),
    send: async (card) => {
      const pay = (confirmed: boolean) => {
        const body = { ...card, confirmed, webhooks };
        const call = { params: { session_id: sessionId }, body };
        return api("POST /api/sandbox/checkout/{session_id}/pay", call);
      };
      try {
        let paid = await pay(false);
        if (paid.state !== "paid") {
          if (!(await bank.confirm()))
            throw new FormRefusal(DECLINED_BY_BANK, { number: DECLINED_BY_BANK });
          paid = await pay(true);
        }
        on.onPaid(paid.success_url);
      } catch (error) {
        if (isCode(error, "payment_session_closed")) on.onClosed();
        else throw error;
      }
    },
  });
  return (
    <>
      <Form form={form} summary={summaryTitle(form)} className="grid gap-[1.1rem]">
        <CardFields form={form} />
        {terms}
        <div className="grid gap-2">
          <SubmitButton
            form={form}
            size="large"
            className="w-full"
            busyLabel={isHold ? "Placing the hold..." : "Paying..."}
          >
            {isHold ? "Hold" : "Pay"} {formatUsd(amountCents)}
          </SubmitButton>
          <p className="text-center text-sm text-muted-foreground">
            In the sandbox no card is charged. Don't enter a real one.
          </p>
        </div>
      </Form>
      <SandboxOptions
        webhooks={webhooks}
        onWebhooks={setWebhooks}
        onCard={(number) => {
          form.set("number", formatCardNumber(number));
          document.getElementById(form.fieldId("number"))?.focus();
        }}
      />
      {bank.onAnswer && (
        <Suspense>
          <ConfirmDialog
            amountCents={amountCents}
            onConfirm={() => bank.onAnswer?.(true)}
            onRefuse={() => bank.onAnswer?.(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function CardFields({ form }: { form: AppForm<CardValues> }) {
  const digits = { form, inputMode: "numeric", className: "tabular-nums" } as const;
  return (
    <>
      <TextField
        {...digits}
        name="number"
        label="Card number"
        icon={<Icon name="credit-card" />}
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        onInput={({ currentTarget }) => formatWhileTyping(currentTarget, formatCardNumber)}
      />
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField
          {...digits}
          name="expiry"
          label="Expiry date"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          onInput={({ currentTarget }) => formatWhileTyping(currentTarget, formatExpiry)}
        />
        <TextField
          {...digits}
          name="cvc"
          label="CVC"
          autoComplete="cc-csc"
          placeholder="123"
          onInput={({ currentTarget }) => formatWhileTyping(currentTarget, formatCvc)}
        />
      </div>
      <TextField
        form={form}
        name="name"
        label="Name on card"
        autoComplete="cc-name"
        maxLength={MAX_CARD_NAME_LENGTH}
      />
    </>
  );
}

/** The bank's question whether it may pay, which opens a dialog. */
function useBank() {
  const [onAnswer, setOnAnswer] = useState<((isConfirmed: boolean) => void) | null>(null);
  const confirm = async (): Promise<boolean> => {
    const isConfirmed = await new Promise<boolean>((resolve) => setOnAnswer(() => resolve));
    setOnAnswer(null);
    return isConfirmed;
  };
  return { onAnswer, confirm };
}

const isDeclined = (error: unknown): boolean => isCode(error, "payment_declined");

/** A declined card is an error of the number field. The hold on the dates remains, so that the user
 *  can try another card. */
const describeFailure = (error: unknown, isBooking: boolean): string =>
  isDeclined(error)
    ? `${sentenceFor(error, "Your card was declined.")} ${isBooking ? "We're still holding your dates. " : ""}Try another card.`
    : `${sentenceFor(error, "We didn't get a reply.")} Pay again to find out: you can't be charged twice for one checkout.`;

function summaryTitle({ refusal, failure }: AppForm<CardValues>): string {
  if (refusal instanceof FormRefusal || isDeclined(refusal))
    return "Your payment didn't go through.";
  return failure === undefined
    ? "Please check the fields below."
    : "We don't know whether your payment went through.";
}
