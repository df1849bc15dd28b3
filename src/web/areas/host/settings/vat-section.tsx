// The host's VAT number: the one in use, the one that waits for a check, and the form.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { HostVatNumber } from "../../../../contract/host/vat-number.ts";
import { formatInstant } from "../../../../domain/text/format.ts";
import { invalidateEndpoint } from "../../../api/api-cache.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { useApi, useApiMutation } from "../../../api/use-api.ts";
import { NotLoaded } from "../../../parts/list/not-loaded.tsx";
import { VatNumberForm } from "../../../parts/payout/vat-number-form.tsx";
import { Button } from "../../../ui/button.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/note.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";

const ConfirmDialog = lazy(() => import("../../../ui/overlay/confirm-dialog.tsx"));

export function VatSection() {
  const client = useQueryClient();
  const query = useApi("GET /api/host/vat-number", {});
  const [isChanging, setChanging] = useState(false);
  const focus = useFocusAfterwards();
  if (query.isPending) return <Skeleton className="h-24 w-full rounded-md" />;
  if (!query.data) return <NotLoaded what="Your VAT number" query={query} />;
  const { current, pending, rejected } = query.data;
  const done = () => {
    setChanging(false);
    focus("vat");
  };
  const hasNumber = current !== null || pending !== null;
  return (
    <>
      {rejected && (
        <Note variant="conch" icon={<Icon name="circle-exclamation-point" />}>
          <p className="font-medium">We couldn&apos;t confirm VAT number {rejected.vat_number}.</p>
          <p className="wrap-anywhere whitespace-pre-line">{rejected.reason}</p>
        </Note>
      )}
      {pending && (
        <Note variant="sun" icon={<Icon name="clock" />}>
          <p className="font-medium">
            We&apos;re checking VAT number {pending.vat_number} ({pending.legal_name}).
          </p>
          <p>We&apos;ll email you. Until then nothing changes.</p>
        </Note>
      )}
      {current && (
        <Facts
          facts={[
            { label: "VAT number", value: current.vat_number },
            { label: "Registered name", value: current.legal_name },
            { label: "Confirmed", value: formatInstant(new Date(current.checked_at)) },
          ]}
        />
      )}
      {hasNumber && !isChanging ? (
        <Actions number={query.data} onChange={() => setChanging(true)} onGone={done} />
      ) : (
        <>
          <p className="text-sm text-muted-foreground">
            We issue tax invoices to your renters in your name. They start once we&apos;ve confirmed
            your number. Your prices stay the same, since they include VAT.
          </p>
          <VatNumberForm
            submitLabel="Send for checking"
            send={async (body) => {
              await apiAsUser("PUT /api/host/vat-number", { body });
              await invalidateEndpoint(client, "GET /api/host/vat-number");
              toast({
                title: "VAT number sent",
                description: "We'll email you once it's checked.",
              });
              done();
            }}
            {...(isChanging && { onCancel: done })}
          />
        </>
      )}
    </>
  );
}

function Actions({
  number: { current },
  onChange,
  onGone,
}: {
  number: HostVatNumber;
  onChange: () => void;
  onGone: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const removal = useApiMutation("DELETE /api/host/vat-number", {
    invalidates: ["GET /api/host/vat-number"],
    failed: "Your VAT number wasn't removed. Please try again.",
    onSuccess: () => {
      setAsking(false);
      toast({ title: "VAT number removed" });
      onGone();
    },
  });
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" onClick={onChange}>
        Change VAT number
      </Button>
      <Button variant="ghost-destructive" onClick={() => setAsking(true)}>
        Remove
      </Button>
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title="Remove VAT number"
            text={
              current
                ? "Receipts from now on show no VAT. Those you have stay as they are."
                : "We'll stop checking it."
            }
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
