// The person's passkeys: a list, a form that adds one with a name, and a button that removes one.
import { lazy, Suspense, useId, useState } from "react";
import type { Passkey } from "../../../contract/people/second-factors.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { MAX_PASSKEY_NAME } from "../../../domain/person/sign-in/second-factor.ts";
import { describeDevice } from "../../../domain/person/device.ts";
import { formatMonthDayYear } from "../../../domain/text/format.ts";
import { apiAsUser } from "../../api/as-user.ts";
import { useApiAction } from "../../api/use-api.ts";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { TextField } from "../../forms/fields.tsx";
import { useAppForm } from "../../forms/use-app-form.ts";
import { NotLoaded } from "../list/not-loaded.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { useFocusAfterwards } from "../../ui/focus/focus-afterwards.ts";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAddPasskey, useRemovePasskey, useSecondFactors } from "./use-second-factors.ts";

const ConfirmDialog = lazy(() => import("../../ui/overlay/confirm-dialog.tsx"));

/** The id of the button that gets the focus back from the dialogs. */
const ADD_ID = "add-passkey";

export function PasskeysSection() {
  const query = useSecondFactors();
  const [isAdding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const focus = useFocusAfterwards();
  const close = () => {
    setAdding(false);
    setRenaming(null);
    setRemoving(null);
    focus(ADD_ID);
  };
  const remove = useRemovePasskey(close);
  if (query.isPending) return <Skeleton className="h-24 w-full rounded-md" />;
  if (!query.data) return <NotLoaded what="Your passkeys" query={query} />;
  const { passkeys } = query.data;
  return (
    <>
      {passkeys.length === 0 ? (
        <p className="text-sm text-muted-foreground">You don&rsquo;t have a passkey yet.</p>
      ) : (
        <ul className="grid divide-y divide-border">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setRenaming(passkey)}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      )}
      <Button
        id={ADD_ID}
        variant="outline"
        className="justify-self-start"
        onClick={() => setAdding(true)}
      >
        Add a passkey
      </Button>
      {isAdding && <AddDialog onClose={close} />}
      {renaming && <RenameDialog passkey={renaming} onClose={close} />}
      {removing && (
        <Suspense>
          <ConfirmDialog
            title="Remove this passkey?"
            text={`“${removing.name}” won't sign you in any more, and you'll be signed out on other devices.`}
            cancelLabel="Keep Passkey"
            confirmLabel="Remove Passkey"
            busy={remove.isPending}
            onClose={close}
            onConfirm={() => remove.mutate(removing.id)}
          />
        </Suspense>
      )}
    </>
  );
}

const formatDay = (at: string): string => formatMonthDayYear(todayInNassau(new Date(at)));

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

const PasskeyRow = ({ passkey, onRename, onRemove }: PasskeyRowProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
    <Icon name="key-round" size={24} className="flex-none text-muted-foreground" />
    <div className="min-w-[min(100%,12rem)] flex-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium wrap-anywhere">
        {passkey.name} {passkey.is_synced && <Badge variant="palm">Backed up</Badge>}
      </p>
      <p className="text-sm text-muted-foreground">
        Added {formatDay(passkey.created_at)},{" "}
        {passkey.last_used_at ? `last used ${formatDay(passkey.last_used_at)}` : "not used yet"}
      </p>
    </div>
    <div className="flex gap-2">
      <Button variant="outline" size="small" onClick={onRename}>
        Rename<span className="sr-only"> {passkey.name}</span>
      </Button>
      <Button variant="outline" size="small" onClick={onRemove}>
        Remove<span className="sr-only"> {passkey.name}</span>
      </Button>
    </div>
  </li>
);

const checkName = ({ name }: { name: string }) => ({
  name: name.trim() ? undefined : "Give it a name",
});

const NameField = ({ form }: { form: ReturnType<typeof useAppForm<{ name: string }>> }) => (
  <TextField
    form={form}
    name="name"
    label="Name"
    hint="So that you can tell your passkeys apart."
    maxLength={MAX_PASSKEY_NAME}
    autoComplete="off"
  />
);

function AddDialog({ onClose }: { onClose: () => void }) {
  const add = useAddPasskey(onClose);
  const form = useAppForm({
    id: useId(),
    initial: { name: describeDevice(navigator.userAgent) },
    check: checkName,
    send: ({ name }) => add.mutate(name.trim()),
  });
  return (
    <FormDialog
      form={form}
      busy={add.isPending}
      title="Add a passkey"
      description="Sign in with your fingerprint, face or screen lock instead of your password. Your device asks you next."
      cancelLabel="Cancel"
      confirmLabel="Continue"
      busyLabel="Waiting for your device..."
      onClose={onClose}
    >
      <NameField form={form} />
    </FormDialog>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useApiAction(
    (name: string) =>
      apiAsUser("PATCH /api/passkeys/{id}", { params: { id: passkey.id }, body: { name } }),
    {
      invalidates: ["GET /api/second-factors"],
      failed: "We couldn't rename that passkey. Please try again.",
      onSuccess: onClose,
    },
  );
  const form = useAppForm({
    id: useId(),
    initial: { name: passkey.name },
    check: checkName,
    send: ({ name }) => rename.mutate(name.trim()),
  });
  return (
    <FormDialog
      form={form}
      busy={rename.isPending}
      title="Rename passkey"
      cancelLabel="Cancel"
      confirmLabel="Save name"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <NameField form={form} />
    </FormDialog>
  );
}
