// The secret address of a car's calendar: made when it is first wanted, copied, and renewed when it has got into wrong hands.
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/form/controls.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { useCalendarLink, useRenewLink } from "./use-feeds.ts";

const FIELD = "calendar-link";

export function ExportLink({ carId }: { carId: string }) {
  const { data, error, isPending, isFetching, refetch } = useCalendarLink(carId);
  return (
    <div className="grid gap-3 border-t border-border pt-5">
      <div className="grid gap-1">
        <h3 className="text-lg">This car's own calendar</h3>
        <p className="text-sm text-muted-foreground">
          Give this address to the other sites, and what is booked or blocked on {PRODUCT_NAME} is taken there too. It
          tells the days only, no names or prices; keep it to yourself all the same.
        </p>
      </div>
      {data ? (
        <Link carId={carId} url={data.url} />
      ) : isPending ? (
        <Skeleton className="h-11 rounded-md" />
      ) : (
        <div className="grid justify-items-start gap-2 text-sm">
          <p>The address did not load. {sentenceFor(error, "Nothing was changed.")}</p>
          <Button
            variant="outline"
            size="small"
            busy={isFetching}
            busyLabel="Trying again..."
            onClick={() => void refetch()}
          >
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

function Link({ carId, url }: { carId: string; url: string | null }) {
  const [asking, setAsking] = useState(false);
  const [copied, setCopied] = useState(false);
  const renew = useRenewLink(carId, () => {
    setAsking(false);
    setCopied(false);
    if (url) toast({ title: "Address renewed", description: "The old one stopped working." });
  });
  if (url === null)
    return (
      <Button
        variant="outline"
        className="justify-self-start"
        busy={renew.isPending}
        busyLabel="Making the address..."
        onClick={() => renew.mutate()}
      >
        Make the address
      </Button>
    );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // Not allowed here: then it is selected, to be copied by hand.
      const field = document.getElementById(FIELD);
      if (field instanceof HTMLInputElement) field.select();
      toast({ title: "Copy the selected address", variant: "neutral" });
    }
  };
  return (
    <>
      <Field label="Secret address" id={FIELD}>
        <Input readOnly value={url} onFocus={({ target }) => target.select()} className="truncate text-sm" />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={() => void copy()}>
          {copied ? (
            <Check aria-hidden="true" size={16} strokeWidth={2} />
          ) : (
            <Copy aria-hidden="true" size={16} strokeWidth={2} />
          )}
          {copied ? "Copied" : "Copy"}
        </Button>
        <Button variant="outline" size="small" onClick={() => setAsking(true)}>
          Renew
        </Button>
        <span role="status" className="sr-only">
          {copied && "The address is copied"}
        </span>
      </div>
      {asking && (
        <Dialog
          open
          onOpenChange={() => !renew.isPending && setAsking(false)}
          title="Renew the address"
          description="The old address stops working at once. Sites that read it see no change any more until you give them the new one."
          actions={
            <>
              <Button variant="outline" disabled={renew.isPending} onClick={() => setAsking(false)}>
                Keep the address
              </Button>
              <Button
                variant="destructive"
                busy={renew.isPending}
                busyLabel="Renewing..."
                onClick={() => renew.mutate()}
              >
                Renew the address
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
