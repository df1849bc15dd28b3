// The form to sign the rental agreement: a typed name, and a signature if the person draws one.
import type { Agreement } from "../../../../contract/bookings/agreements.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { MAX_SIGNATURE_NAME_LENGTH } from "../../../../domain/trip/signature.ts";
import { ApiError } from "../../../api/api.ts";
import { TextField } from "../../../forms/fields.tsx";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { describeTripError } from "../explain-trip.tsx";
import { SignaturePad } from "./signature-pad.tsx";
import { useEntry } from "../use-entry.ts";

export interface SignFormProps {
  trip: Trip;
  /** As it is shown. */
  agreement: Agreement;
  /** The hash of the current text, as far as this device knows. */
  currentSha256: string;
}

export default function SignForm({ trip, agreement, currentSha256 }: SignFormProps) {
  const signature = useEntry(trip.booking_id, "pickup");
  const form = useAppForm({
    id: "agreement",
    describe: describeTripError,
    initial: { name: "", path: "" },
    check: ({ name }) => (name.trim() ? {} : { name: "Type your full name." }),
    send: async ({ name, path }) => {
      const { text_sha256, title, sections, proof } = agreement;
      if (text_sha256 !== currentSha256) throw new ApiError("agreement_changed", 409);
      await signature.mutateAsync({
        kind: "signature",
        text_sha256,
        text: { title, sections },
        proof,
        name,
        ...(path && { path }),
      });
    },
  });
  return (
    <Form form={form} failureTitle="Not signed" className="grid gap-5">
      <TextField
        form={form}
        name="name"
        label="Your full name"
        hint="Type your name and press the button below to sign."
        autoComplete="name"
        maxLength={MAX_SIGNATURE_NAME_LENGTH}
        fieldClassName="max-w-[24rem]"
      />
      <SignaturePad value={form.values.path} onChange={(path) => form.set("path", path)} />
      <SubmitButton form={form} busyLabel="Signing..." className="justify-self-start">
        Sign the agreement
      </SubmitButton>
    </Form>
  );
}
