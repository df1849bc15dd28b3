// Hands one handover to somebody without an account, by a link that is shown once.
import { useId, useState } from "react";
import type { Api } from "../../../contract/index.ts";
import { MAX_RUNNER_NAME_LENGTH } from "../../../domain/helper/runner-link.ts";
import { useApiMutation } from "../../api/use-api.ts";
import { TextField } from "../../forms/fields.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { useAppForm } from "../../forms/use-app-form.ts";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/form/controls.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { describeTripError } from "../trip/explain-trip.tsx";

type Handover =
  Api["GET /api/host/day-sheet"]["output"]["days"][number]["cars"][number]["handovers"][number];

interface MadeLink {
  name: string;
  url: string;
}

export function RunnerLinkButton({ handover }: { handover: Handover }) {
  const [step, setStep] = useState<"closed" | "name" | MadeLink>("closed");
  const close = () => setStep("closed");
  const { kind, renter } = handover;
  const what = `${renter.first_name}'s ${kind}`;
  return (
    <>
      <button
        type="button"
        className="link flex min-h-6 items-center"
        aria-label={`Let someone else do it: ${what}`}
        onClick={() => setStep("name")}
      >
        Let someone else do it
      </button>
      {step === "name" && <NameDialog handover={handover} onClose={close} onMade={setStep} />}
      {typeof step === "object" && <LinkDialog link={step} what={what} onClose={close} />}
    </>
  );
}

interface NameDialogProps {
  handover: Handover;
  onClose: () => void;
  onMade: (link: MadeLink) => void;
}

function NameDialog({ handover, onClose, onMade }: NameDialogProps) {
  const { booking_id: id, kind } = handover;
  const make = useApiMutation("POST /api/bookings/{id}/trip/runner-links", {
    call: (name: string) => ({ params: { id }, body: { handover: kind, name } }),
    invalidates: ["GET /api/host/day-sheet"],
  });
  const form = useAppForm({
    id: useId(),
    describe: describeTripError,
    initial: { name: "" },
    check: ({ name }) => ({ name: name.trim() ? undefined : "Enter a name" }),
    send: async ({ name }) => {
      const { url } = await make.mutateAsync(name.trim());
      onMade({ name: name.trim(), url });
    },
  });
  return (
    <FormDialog
      form={form}
      title="Let someone else do this handover"
      description="They get a link and don't need an account. They see the time, place, car and renter's first name, never prices, and record the car for you."
      failureTitle="The link wasn't created"
      cancelLabel="Cancel"
      confirmLabel="Create link"
      busyLabel="Creating..."
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label="Their name"
        hint="Shown to you and to them."
        required
        autoComplete="off"
        maxLength={MAX_RUNNER_NAME_LENGTH}
      />
    </FormDialog>
  );
}

function LinkDialog({
  link,
  what,
  onClose,
}: {
  link: MadeLink;
  what: string;
  onClose: () => void;
}) {
  const { name, url } = link;
  const fieldId = useId();
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast({ title: "Link copied" }),
      () => toast({ title: "Couldn't copy", description: "Select the link and copy it." }),
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Send this link to ${name}`}
      description={`Whoever has it can record ${what}, so send it to ${name} alone. We can't show it again, but you can create another.`}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Done
          </Button>
          <Button onClick={() => void copy()}>Copy link</Button>
        </>
      }
    >
      <Field label="Link" id={fieldId}>
        <TextInput
          readOnly
          value={url}
          onFocus={({ target }) => target.select()}
          className="truncate text-sm"
        />
      </Field>
    </Dialog>
  );
}
