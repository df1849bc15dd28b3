// The parts of the tariff that owners set: the most that damage can cost, and the pump prices.
import { useQueryClient } from "@tanstack/react-query";
import { useId, useLayoutEffect, useRef, useState } from "react";
import type { MarketplaceSettings } from "../../../../contract/admin/admin-verifications.ts";
import { ISLANDS } from "../../../../domain/place/islands.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { centsToDollars } from "../../../../domain/money/money.ts";
import {
  ceilingCents,
  MAX_EXCESS_CENTS,
  TARIFF_VERSION,
} from "../../../../domain/tariff/tariff.ts";
import {
  MAX_PUMP_PRICE_CENTS,
  MIN_PUMP_PRICE_CENTS,
} from "../../../../domain/tariff/usage-terms.ts";
import { describeCeiling } from "../../../../domain/tariff/tariff-text.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { invalidateEndpoint } from "../../../api/api-cache.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { useApi } from "../../../api/use-api.ts";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { TextField } from "../../../forms/fields.tsx";
import { readCents } from "../../../forms/read-cents.ts";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { NotLoaded } from "../../../parts/list/not-loaded.tsx";
import { useSession } from "../../../session/session.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

const EXCESS = "damage_excess_cents";

type Values = Record<string, string>;

const toText = (cents: number): string => centsToDollars(cents).toFixed(2);

const toValues = ({ damage_excess_cents, pump_prices }: MarketplaceSettings): Values => ({
  [EXCESS]: toText(damage_excess_cents),
  ...Object.fromEntries(ISLANDS.map(({ id }) => [id, toText(pump_prices[id])])),
});

function checkAmount(typed = "", least: number, most: number): string | undefined {
  const cents = readCents(typed);
  return cents !== undefined && cents >= least && cents <= most
    ? undefined
    : `Enter an amount from ${formatUsd(least)} to ${formatUsd(most)}`;
}

/** Only the fields that were changed here, so that another owner's changes are not overwritten. */
function readChanges(values: Values, from: Values) {
  const changed = (name: string) =>
    values[name] === from[name] ? undefined : readCents(values[name] ?? "");
  const prices = ISLANDS.flatMap(({ id }) => {
    const cents = changed(id);
    return cents === undefined ? [] : [[id, cents] as const];
  });
  const excess = changed(EXCESS);
  return {
    ...(excess !== undefined && { damage_excess_cents: excess }),
    ...(prices.length > 0 && { pump_prices: Object.fromEntries(prices) }),
  };
}

const check = (values: Values) => ({
  [EXCESS]: checkAmount(values[EXCESS], 0, MAX_EXCESS_CENTS),
  ...Object.fromEntries(
    ISLANDS.map(({ id }) => [
      id,
      checkAmount(values[id], MIN_PUMP_PRICE_CENTS, MAX_PUMP_PRICE_CENTS),
    ]),
  ),
});

export function TariffSettings() {
  const titleId = useId();
  const settings = useApi("GET /api/admin/settings", {});
  return (
    <Panel as="section" aria-labelledby={titleId} className="grid gap-3">
      <h2 id={titleId} className="text-lg">
        What can be charged after a trip
      </h2>
      {settings.isPending ? (
        <Skeleton className="h-12 w-full max-w-[36rem] rounded-md" />
      ) : settings.data ? (
        <TariffForm stored={settings.data} titleId={titleId} />
      ) : (
        <NotLoaded what="This setting" query={settings} />
      )}
    </Panel>
  );
}

const amountField = { unit: "$", inputMode: "decimal", className: "tabular-nums" } as const;

function TariffForm({ stored, titleId }: { stored: MarketplaceSettings; titleId: string }) {
  const client = useQueryClient();
  const mayChange = mayAsAdmin("change_settings", useSession());
  /** What the fields were filled from. */
  const [initial, setInitial] = useState(() => toValues(stored));
  const form = useAppForm<Values>({
    id: "tariff",
    initial,
    check,
    failed: "Nothing was changed, and what you entered is still here. Please try again.",
    send: async (values) => {
      const body = readChanges(values, initial);
      const saved = toValues(await apiAsUser("PATCH /api/admin/settings", { body }));
      setInitial(saved);
      form.reset(saved);
      await invalidateEndpoint(client, "GET /api/admin/settings");
      await invalidateEndpoint(client, "GET /api/admin/audit");
      toast({ title: "Settings saved" });
    },
  });
  const ceiling = ceilingCents(TARIFF_VERSION, stored.damage_excess_cents);
  return (
    <Form
      form={form}
      summary="The settings can't be saved yet"
      aria-labelledby={titleId}
      className="grid gap-5"
    >
      <p className="max-w-[44rem] text-sm text-muted-foreground">
        New bookings keep these amounts; existing ones stay as they are. Recorded in the audit log.
        {!mayChange && " Only an owner can change this."}
      </p>
      <TextField
        {...amountField}
        form={form}
        disabled={!mayChange}
        name={EXCESS}
        label="The most that damage can cost a renter"
        hint={`Renters see “${describeCeiling(ceiling)}”, which includes lost keys, smoking and cleaning.`}
        fieldClassName="max-w-[24rem]"
      />
      <PumpPrices form={form} disabled={!mayChange} />
      {mayChange && (
        <SubmitButton form={form} busyLabel="Saving...">
          Save
        </SubmitButton>
      )}
    </Form>
  );
}

function PumpPrices({ form, disabled }: { form: AppForm<Values>; disabled: boolean }) {
  const details = useRef<HTMLDetailsElement>(null);
  const hasError = ISLANDS.some(({ id }) => form.errors[id]);
  // Before the first invalid field takes the focus.
  useLayoutEffect(() => {
    if (hasError && details.current) details.current.open = true;
  }, [hasError, form.attempt]);
  return (
    <details ref={details}>
      <summary className="link min-h-6 w-fit cursor-pointer text-sm">Pump prices by island</summary>
      <div className="mt-3 grid gap-4 sm:grid-cols-3 lg:grid-cols-4">
        {ISLANDS.map(({ id, name }) => (
          <TextField
            key={id}
            {...amountField}
            form={form}
            disabled={disabled}
            name={id}
            label={`${name}, a gallon`}
          />
        ))}
      </div>
    </details>
  );
}
