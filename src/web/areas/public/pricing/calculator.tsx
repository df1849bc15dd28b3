// Calculates what a trip costs its renter and earns its host, as you type. Without JavaScript it is
// a plain GET form.
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import type { Charge } from "../../../../domain/money/charge.ts";
import { sumLines, toLineDetails } from "../../../../domain/money/charge-line.ts";
import { KEEP_FOCUS } from "../../../ui/focus/focus-main.ts";
import { ChargeLines } from "../../../parts/booking/charge-lines.tsx";
import { HOST_SHARE, PLATFORM_SHARE } from "../../../parts/booking/fee-rates.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/form/controls.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { calculate, type Typed } from "./calculation.ts";

/** The URL follows the typed values after this pause. */
const PAUSE_MS = 400;

const EXAMPLE: Typed = { price: "60", days: "3" };

/** The typed values and their charge. The URL holds the values, so that they can be shared. */
function useCalculation() {
  const [parameters] = useSearchParams();
  const [typed, setTyped] = useState<Typed>({
    price: parameters.get("price") ?? EXAMPLE.price,
    days: parameters.get("days") ?? EXAMPLE.days,
  });
  const { errors, charge } = calculate(typed);
  const navigate = useNavigate();
  const show = useEffectEvent(() => {
    const search = new URLSearchParams({ price: typed.price, days: typed.days });
    const isShown = (["price", "days"] as const).every(
      (name) => typed[name] === (parameters.get(name) ?? EXAMPLE[name]),
    );
    if (charge && !isShown)
      void navigate(
        { search: `?${search}` },
        { replace: true, preventScrollReset: true, state: KEEP_FOCUS },
      );
  });
  useEffect(() => {
    const timer = setTimeout(() => show(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, setTyped, errors, charge };
}

export function Calculator() {
  const { typed, setTyped, errors, charge } = useCalculation();
  const field = (name: keyof Typed) => ({
    name,
    value: typed[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setTyped({ ...typed, [name]: target.value }),
    autoComplete: "off",
    maxLength: 12,
    className: "tabular-nums",
  });
  return (
    <div className="grid gap-6">
      <form
        method="get"
        action={paths.pricing("calculator")}
        onSubmit={(event) => event.preventDefault()}
        className="grid max-w-[36rem] gap-5 sm:grid-cols-2"
      >
        <Field label="Price per day" id="calculator-price" error={errors.price}>
          <TextInput {...field("price")} unit="$" inputMode="decimal" />
        </Field>
        <Field label="Days" id="calculator-days" error={errors.days}>
          <TextInput {...field("days")} inputMode="numeric" />
        </Field>
        <noscript>
          <Button type="submit">Calculate</Button>
        </noscript>
      </form>
      <div className="grid gap-6 md:grid-cols-2">
        <Panel as="section" aria-labelledby="renter-pays" className="grid content-start gap-5">
          <h3 id="renter-pays" className="text-lg">
            The renter pays
          </h3>
          {charge ? <RenterPays charge={charge} /> : <NothingYet />}
        </Panel>
        <Panel as="section" aria-labelledby="host-receives" className="grid content-start gap-5">
          <h3 id="host-receives" className="text-lg">
            The host receives
          </h3>
          {charge ? <HostReceives charge={charge} /> : <NothingYet />}
        </Panel>
      </div>
      <p role="status" className="sr-only">
        {charge &&
          `The renter pays ${formatUsd(charge.amountDueCents)}, the host receives ${formatUsd(charge.hostShareCents)}.`}
      </p>
    </div>
  );
}

const NothingYet = () => (
  <p className="text-muted-foreground">Enter a price and a number of days.</p>
);

const RenterPays = ({ charge }: { charge: Charge }) => (
  <ChargeLines lines={toLineDetails(charge.lines)} />
);

const HostReceives = ({ charge }: { charge: Charge }) => (
  <ChargeLines
    lines={toLineDetails(charge.lines)}
    earner="host"
    after={[
      {
        label: `${PRODUCT_NAME}'s service fee (${PLATFORM_SHARE})`,
        amount: `-${formatUsd(sumLines(charge.lines, { earner: "host" }) - charge.hostShareCents)}`,
        kind: "sub",
      },
      {
        label: `Yours to keep (${HOST_SHARE})`,
        amount: formatUsd(charge.hostShareCents),
        kind: "due",
      },
    ]}
  />
);
