// VAT for admins: the platform's number, the hosts' numbers to check, and each month's export.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { AdminVat, VatMonth } from "../../../../contract/admin/admin-vat.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { formatInstant, formatMonth, formatUsd } from "../../../../domain/text/format.ts";
import { invalidateEndpoint } from "../../../api/api-cache.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { isSettled, useApi, useApiMutation } from "../../../api/use-api.ts";
import { clearStoredText } from "../../../forms/stored-text.ts";
import { ExportButton } from "../../../parts/list/export-button.tsx";
import { NotLoaded } from "../../../parts/list/not-loaded.tsx";
import { VatNumberForm } from "../../../parts/payout/vat-number-form.tsx";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

const ReasonDialog = lazy(async () => ({
  default: (await import("../../../forms/reason-dialog.tsx")).ReasonDialog,
}));

const ConfirmDialog = lazy(() => import("../../../ui/overlay/confirm-dialog.tsx"));

export function Vat() {
  const query = useApi("GET /api/admin/vat", {});
  const months = useApi("GET /api/admin/vat/months", {}).data?.months ?? [];
  return (
    <Panel as="section" aria-labelledby="vat" className="grid gap-6">
      <div>
        <h2 id="vat" tabIndex={-1} className="text-xl">
          VAT
        </h2>
        <p className="text-sm text-muted-foreground">
          Every price includes it. Without a VAT number, no tax invoices are issued.
        </p>
      </div>
      {query.data ? (
        <>
          <Platform platform={query.data.platform} />
          {query.data.numbers.length > 0 && <Numbers numbers={query.data.numbers} />}
          {months.length > 0 && (
            <DataTable
              label="VAT by month"
              columns={MONTHS}
              rows={months}
              rowKey={({ month }) => month}
            />
          )}
        </>
      ) : query.isPending ? (
        <Skeleton className="h-24 w-full rounded-md" />
      ) : (
        <NotLoaded what="VAT" query={query} />
      )}
    </Panel>
  );
}

function Platform({ platform }: Pick<AdminVat, "platform">) {
  const client = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const mayChange = mayAsAdmin("change_settings", useSession());
  const [isAsking, setAsking] = useState(false);
  const save = async (entered: { vat_number: string; legal_name: string }) => {
    await apiAsUser("PUT /api/admin/vat", { body: { platform: entered } });
    await invalidateEndpoint(client, "GET /api/admin/vat");
    toast({ title: "VAT number saved" });
    setChanging(false);
  };
  const removal = useApiMutation("PUT /api/admin/vat", {
    call: () => ({ body: { platform: null } }),
    invalidates: ["GET /api/admin/vat"],
    failed: "The VAT number wasn't removed. Please try again.",
    onSuccess: () => {
      setAsking(false);
      toast({ title: "VAT number removed" });
    },
  });
  return (
    <div className="grid gap-3">
      <h3 className="text-base">The platform&apos;s number</h3>
      <p>
        {platform
          ? `${platform.vat_number}, ${platform.legal_name}, since ${formatInstant(new Date(platform.since))}`
          : "None."}
        {!mayChange && " Only an owner can change this."}
      </p>
      {isChanging ? (
        <VatNumberForm submitLabel="Save number" send={save} onCancel={() => setChanging(false)} />
      ) : (
        mayChange && (
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" size="small" onClick={() => setChanging(true)}>
              {platform ? "Change number" : "Enter number"}
            </Button>
            {platform && (
              <Button variant="ghost-destructive" size="small" onClick={() => setAsking(true)}>
                Remove number
              </Button>
            )}
          </div>
        )
      )}
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title="Remove VAT number"
            text="From now on, we issue no tax invoices for our fees. Those we have issued stay as they are."
            cancelLabel="Keep Number"
            confirmLabel="Remove Number"
            busy={removal.isPending}
            onClose={() => setAsking(false)}
            onConfirm={() => removal.mutate()}
          />
        </Suspense>
      )}
    </div>
  );
}

type HostNumber = AdminVat["numbers"][number];

const Numbers = ({ numbers }: { numbers: readonly HostNumber[] }) => (
  <DataTable label="Hosts' VAT numbers" columns={NUMBERS} rows={numbers} rowKey={({ id }) => id} />
);

const NUMBERS: readonly Column<HostNumber>[] = [
  { label: "Host", kind: "lead", className: "font-bold", render: ({ host }) => host.name },
  { label: "VAT number", render: ({ vat_number }) => vat_number },
  { label: "Registered name", render: ({ legal_name }) => legal_name },
  {
    label: "State",
    render: ({ state, checked_at, submitted_at }) =>
      state === "pending"
        ? `Entered ${formatInstant(new Date(submitted_at))}`
        : `Confirmed ${formatInstant(new Date(checked_at ?? submitted_at))}`,
  },
  { label: "Decision", end: true, render: (number) => <Decision number={number} /> },
];

const DECISION = {
  invalidates: ["GET /api/admin/vat", "GET /api/admin/audit"],
  failed: "The decision wasn't saved. Please try again in a moment.",
} as const;

function Decision({ number }: { number: HostNumber }) {
  const { id, host, vat_number, state } = number;
  const [asking, setAsking] = useState<"confirm" | "reject">();
  const isInUse = state === "checked";
  const storageName = `vat-number.${id}`;
  const reject = useApiMutation("POST /api/admin/vat/numbers/{id}/reject", {
    call: (reason: string) => ({ params: { id }, body: { reason } }),
    ...DECISION,
    onSuccess: () => {
      clearStoredText(storageName);
      toast({ title: isInUse ? "VAT number ended" : "VAT number rejected" });
    },
    onSettled: (_done, error) => {
      if (isSettled(error)) setAsking(undefined);
    },
  });
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {!isInUse && (
        <Button
          size="small"
          aria-label={`Confirm, ${host.name}`}
          onClick={() => setAsking("confirm")}
        >
          Confirm
        </Button>
      )}
      <Button
        variant="ghost-destructive"
        size="small"
        aria-label={`${isInUse ? "End use" : "Reject"}, ${host.name}`}
        onClick={() => setAsking("reject")}
      >
        {isInUse ? "End use" : "Reject"}
      </Button>
      {asking === "confirm" && (
        <ConfirmNumber number={number} onClose={() => setAsking(undefined)} />
      )}
      {asking === "reject" && (
        <Suspense>
          <ReasonDialog
            title={isInUse ? "End Use of VAT Number" : "Reject VAT Number"}
            description={`Receipts for ${host.name}'s cars won't show ${vat_number}.`}
            hint={`We'll email this reason to ${host.name}. The audit log keeps it, too.`}
            cancelLabel="Cancel"
            confirmLabel={isInUse ? "End Use" : "Reject"}
            busyLabel="Saving..."
            storageName={storageName}
            busy={reject.isPending}
            onClose={() => setAsking(undefined)}
            onConfirm={(reason) => reject.mutate(reason)}
          />
        </Suspense>
      )}
    </div>
  );
}

function ConfirmNumber({
  number: { id, host, vat_number, legal_name },
  onClose,
}: {
  number: HostNumber;
  onClose: () => void;
}) {
  const check = useApiMutation("POST /api/admin/vat/numbers/{id}/check", {
    call: () => ({ params: { id } }),
    ...DECISION,
    onSuccess: () => toast({ title: "VAT number confirmed" }),
    onSettled: (_done, error) => {
      if (isSettled(error)) onClose();
    },
  });
  return (
    <Suspense>
      <ConfirmDialog
        title="Confirm VAT number"
        text={`From now on, we issue tax invoices in the name of ${legal_name}, with VAT number ${vat_number}. ${host.name} gets an email.`}
        cancelLabel="Cancel"
        confirmLabel="Confirm Number"
        busyLabel="Saving..."
        busy={check.isPending}
        onClose={onClose}
        onConfirm={() => check.mutate()}
      />
    </Suspense>
  );
}

const MONTHS: readonly Column<VatMonth>[] = [
  {
    label: "Month",
    kind: "lead",
    className: "font-bold",
    render: ({ month }) => formatMonth(month),
  },
  {
    label: "Platform's VAT",
    end: true,
    render: ({ platform_vat_cents }) => formatUsd(platform_vat_cents),
  },
  { label: "Hosts' VAT", end: true, render: ({ host_vat_cents }) => formatUsd(host_vat_cents) },
  {
    label: "Documents",
    end: true,
    render: ({ month, documents }) => (
      <span className="inline-flex items-center gap-3">
        {documents}
        <ExportButton
          route="GET /api/admin/vat.csv"
          call={{ query: { month } }}
          name={`vat-${month}`}
          label="Export"
        />
      </span>
    ),
  },
];
