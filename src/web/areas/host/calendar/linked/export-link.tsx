// The secret URL of a car's calendar: created on demand, copied, and replaced if it leaks.
import { lazy, Suspense, useState } from "react";
import { PRODUCT_NAME } from "../../../../../domain/brand.ts";
import { Button } from "../../../../ui/button.tsx";
import { TextInput } from "../../../../ui/form/controls.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { toast } from "../../../../ui/overlay/toast.ts";
import { NotLoadedNote } from "./not-loaded-note.tsx";
import { useCalendarLink, useRenewLink } from "./use-feeds.ts";
import { Icon } from "../../../../ui/icon.tsx";

const ConfirmDialog = lazy(() => import("../../../../ui/overlay/confirm-dialog.tsx"));

const FIELD = "calendar-link";

export function ExportLink({ carId }: { carId: string }) {
  const query = useCalendarLink(carId);
  const { data, isPending } = query;
  return (
    <div className="grid gap-3 border-t border-border pt-5">
      <div className="grid gap-1">
        <h3 className="text-lg">This car's own calendar</h3>
        <p className="text-sm text-muted-foreground">
          Add this link to other sites, and days taken on {PRODUCT_NAME} are taken there too. It
          shares only the dates, but keep it private.
        </p>
      </div>
      {data ? (
        <Link carId={carId} url={data.url} />
      ) : isPending ? (
        <Skeleton className="h-11 rounded-md" />
      ) : (
        <NotLoadedNote what="The link" query={query} />
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
    if (url) toast({ title: "Link replaced" });
  });
  if (url === null)
    return (
      <Button
        variant="outline"
        className="justify-self-start"
        busy={renew.isPending}
        busyLabel="Creating the link..."
        onClick={() => renew.mutate()}
      >
        Create link
      </Button>
    );
  return (
    <>
      <Field label="Secret link" id={FIELD}>
        <TextInput
          readOnly
          value={url}
          onFocus={({ target }) => target.select()}
          className="truncate text-sm"
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <CopyButton url={url} copied={copied} onCopied={() => setCopied(true)} />
        <Button variant="outline" size="small" onClick={() => setAsking(true)}>
          Replace link
        </Button>
        <span role="status" className="sr-only">
          {copied && "Link copied"}
        </span>
      </div>
      <Suspense>
        {asking && (
          <ConfirmDialog
            title="Replace link"
            text="The old link stops working right away. Give the new one to the sites that use it."
            cancelLabel="Keep link"
            confirmLabel="Replace link"
            busyLabel="Replacing..."
            busy={renew.isPending}
            onClose={() => setAsking(false)}
            onConfirm={() => renew.mutate()}
          />
        )}
      </Suspense>
    </>
  );
}

interface CopyButtonProps {
  url: string;
  copied: boolean;
  onCopied: () => void;
}

function CopyButton({ url, copied, onCopied }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      onCopied();
    } catch {
      // The clipboard is not permitted, so the link is selected for copying by hand.
      const field = document.getElementById(FIELD);
      if (field instanceof HTMLInputElement) field.select();
      toast({ title: "Copy the selected link", variant: "neutral" });
    }
  };
  return (
    <Button variant="secondary" size="small" onClick={() => void copy()}>
      {copied ? <Icon name="check" size={16} /> : <Icon name="copy" size={16} />}
      {copied ? "Copied" : "Copy"}
    </Button>
  );
}
