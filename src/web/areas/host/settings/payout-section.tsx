// The host's payout details: masked, with buttons to change and remove them, or an empty form.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { MaskedPayoutDetails } from "../../../../contract/host/payout-details.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatInstant, formatMonthDayYear } from "../../../../domain/text/format.ts";
import { BANKS } from "../../../../domain/money/payout-details.ts";
import { updateApiData } from "../../../api/api-cache.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { usePayoutDetails } from "../../../parts/payout/use-payout-details.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { Button } from "../../../ui/button.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/note.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { NotLoaded } from "../../../parts/list/not-loaded.tsx";
import { hasUnsavedPayout, PayoutForm } from "./payout-form.tsx";
import { PAYOUT_LABELS } from "./payout-values.ts";

const ConfirmDialog = lazy(() => import("../../../ui/overlay/confirm-dialog.tsx"));

export function PayoutSection({ userId }: { userId: string }) {
  const query = usePayoutDetails();
  const [isChanging, setChanging] = useState(() => hasUnsavedPayout(userId));
  const focus = useFocusAfterwards();
  if (query.isPending) return <Skeleton className="h-[13rem] w-full rounded-md" />;
  if (!query.data) return <NotLoaded what="Your payout details" query={query} />;
  const { details, pending } = query.data;
  if ((details || pending) && !isChanging)
    return (
      <>
        {pending && <PendingChange pending={pending} onCancelled={() => focus("payouts")} />}
        {details && <Stored details={details} onChange={() => setChanging(true)} onGone={focus} />}
      </>
    );
  const done = () => {
    setChanging(false);
    focus("payouts");
  };
  return (
    <PayoutForm
      userId={userId}
      stored={details}
      onSaved={done}
      {...(details && { onCancel: done })}
    />
  );
}

interface PendingChangeProps {
  pending: MaskedPayoutDetails;
  onCancelled: () => void;
}

function PendingChange({ pending, onCancelled }: PendingChangeProps) {
  const cancel = useApiMutation("DELETE /api/host/payout-details/change", {
    invalidates: ["GET /api/host/payout-details"],
    failed: "The change wasn't cancelled. Please try again.",
    onSuccess: () => {
      toast({ title: "Change cancelled", description: "Your payout details stay as they were." });
      onCancelled();
    },
  });
  const from = pending.effective_at && formatInstant(new Date(pending.effective_at));
  return (
    <Note variant="sun" icon={<Icon name="clock" />}>
      <p className="font-medium">
        {BANKS[pending.bank]}, ending in {pending.account_last4}, from {from}
      </p>
      <p>
        Until then nothing changes. If it wasn't you, cancel the change and choose a new password.
      </p>
      <Button
        variant="outline"
        size="small"
        className="mt-2"
        busy={cancel.isPending}
        busyLabel="Cancelling..."
        onClick={() => cancel.mutate()}
      >
        Cancel this change
      </Button>
    </Note>
  );
}

interface StoredProps {
  details: MaskedPayoutDetails;
  onChange: () => void;
  onGone: (elementId: string) => void;
}

function Stored({ details, onChange, onGone }: StoredProps) {
  const [isAsking, setAsking] = useState(false);
  const removal = useRemoval(() => {
    setAsking(false);
    onGone("payouts");
  });
  const changedOn = formatMonthDayYear(todayInNassau(new Date(details.updated_at)));
  return (
    <>
      <Facts
        facts={[
          { label: PAYOUT_LABELS.account_holder, value: details.account_holder },
          { label: PAYOUT_LABELS.bank, value: BANKS[details.bank] },
          { label: PAYOUT_LABELS.transit, value: details.transit },
          {
            label: PAYOUT_LABELS.account_number,
            value: (
              <>
                <span aria-hidden="true">•••• </span>
                <span className="sr-only">ending in </span>
                {details.account_last4}
              </>
            ),
          },
          { label: PAYOUT_LABELS.account_kind, value: capitalised(details.account_kind) },
          { label: "Last changed", value: changedOn },
        ]}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onChange}>
          Change payout details
        </Button>
        <Button variant="ghost-destructive" onClick={() => setAsking(true)}>
          Remove
        </Button>
      </div>
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title="Remove payout details"
            text="Payouts wait until you enter an account again."
            cancelLabel="Keep Details"
            confirmLabel="Remove Details"
            busy={removal.isPending}
            onClose={() => setAsking(false)}
            onConfirm={() => removal.mutate()}
          />
        </Suspense>
      )}
    </>
  );
}

function useRemoval(onDone: () => void) {
  const client = useQueryClient();
  return useApiMutation("DELETE /api/host/payout-details", {
    failed: "Your payout details weren't removed. Please try again.",
    onSuccess: () => {
      updateApiData(client, "GET /api/host/payout-details", {}, (known) => ({
        ...known,
        details: null,
        pending: null,
      }));
      toast({ title: "Payout details removed" });
      onDone();
    },
  });
}
