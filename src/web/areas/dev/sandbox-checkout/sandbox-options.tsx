// Options that only the sandbox has: test cards, and how it sends its webhooks.
import { Radio } from "../../../ui/form/controls.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { formatCardNumber } from "./card-format.ts";
import { Icon } from "../../../ui/icon.tsx";

const CARDS = [
  { number: "4242424242424242", outcome: "Succeeds" },
  { number: "4000000000000002", outcome: "Declined" },
  { number: "4000000000009995", outcome: "Insufficient funds" },
  { number: "4000002500003155", outcome: "Asks to confirm" },
  { number: "4000000000000341", outcome: "Succeeds, later charges are declined" },
  { number: "4000002760003184", outcome: "Asks to confirm, and again later" },
  { number: "4000000000007106", outcome: "Deposits held on it end after an hour" },
  { number: "4000000000000259", outcome: "Disputed after the charge" },
];

const WEBHOOKS = [
  { mode: "normal", text: "Normal: once, right away" },
  { mode: "late", text: "Late: after 20 seconds" },
  { mode: "twice", text: "Twice" },
  { mode: "never", text: "Never" },
] as const;
export type WebhookModeField = (typeof WEBHOOKS)[number]["mode"];

export interface SandboxOptionsProps {
  webhooks: WebhookModeField;
  onWebhooks: (mode: WebhookModeField) => void;
  onCard: (number: string) => void;
}

export function SandboxOptions({ webhooks, onWebhooks, onCard }: SandboxOptionsProps) {
  return (
    <details className="group rounded-md bg-surface-2 p-4">
      <summary className="flex min-h-7 cursor-pointer list-none items-center justify-between gap-3 font-medium [&::-webkit-details-marker]:hidden">
        Sandbox options
        <Icon name="chevron-down" className="group-open:rotate-180" />
      </summary>
      <div className="mt-4 grid gap-6">
        <div>
          <h2 className="mb-1 text-sm">Test cards</h2>
          <p className="text-sm text-muted-foreground">
            Any future expiry date, any CVC, any name.
          </p>
          <ul>
            {CARDS.map(({ number, outcome }) => (
              <li key={number}>
                <button
                  type="button"
                  className="flex min-h-9 w-full items-center justify-between gap-4 text-left text-sm hover:underline"
                  onClick={() => onCard(number)}
                >
                  <b className="tabular-nums">{formatCardNumber(number)}</b>
                  <span className="text-muted-foreground">{outcome}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
        <Field label="Webhooks of this payment" group>
          {WEBHOOKS.map(({ mode, text }) => (
            <Radio
              key={mode}
              name="webhooks"
              checked={webhooks === mode}
              onChange={() => onWebhooks(mode)}
            >
              {text}
            </Radio>
          ))}
        </Field>
      </div>
    </details>
  );
}
