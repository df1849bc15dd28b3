// The form in which the renter enters the code. Without a network the code is stored, and checked
// once it has been sent.
import { use, useEffect } from "react";
import type { Handover } from "../../../../contract/bookings/trips.ts";
import {
  HANDOVER_CODE_DIGITS,
  HANDOVER_CODE_MINUTES,
} from "../../../../domain/trip/handover-code.ts";
import { SelectField, TextField } from "../../../forms/fields.tsx";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { describeTripError } from "../explain-trip.tsx";
import type { HandoverProps } from "../handover-props.ts";
import { UnsentContext } from "../offline/unsent-context.ts";
import { formatAt, otherName } from "../trip-text.ts";
import { useEntry } from "../use-entry.ts";
import { forgetScannedCode, readScannedCode } from "./code-link.ts";

type CodeProps = HandoverProps & { reading: NonNullable<Handover["reading"]> };

/** The code of a handover that was refused, usually because it was mistyped without a network. */
const useRefusedCode = (handover: HandoverProps["handover"]) =>
  [...use(UnsentContext).values()].findLast(
    (entry) =>
      entry.handover === handover &&
      entry.content.kind === "confirmation" &&
      entry.refusal !== null,
  );

export function RenterCode({ trip, handover, reading }: CodeProps) {
  const refused = useRefusedCode(handover);
  const entering = useEntry(trip.booking_id, handover);
  const correcting = useEntry(trip.booking_id, handover, refused);
  const name = otherName(trip);
  const form = useAppForm({
    id: `code-${handover}`,
    describe: describeTripError,
    initial: { code: readScannedCode(handover), time: "refused" },
    check: ({ code }) =>
      /^\d{6}$/.test(code.replace(/\s/g, ""))
        ? {}
        : { code: `Enter the ${HANDOVER_CODE_DIGITS} digits on ${name}'s phone.` },
    findField: () => "code",
    send: async ({ code, time }) => {
      const digits = code.replace(/\s/g, "");
      const action = refused && time === "refused" ? correcting : entering;
      await action.mutateAsync({ kind: "confirmation", reading_id: reading.id, code: digits });
      forgetScannedCode();
    },
  });
  // Scanned while this page was open.
  useEffect(() => {
    const fill = () => {
      const code = readScannedCode(handover);
      if (code) form.set("code", code);
    };
    addEventListener("hashchange", fill);
    return () => removeEventListener("hashchange", fill);
  }, [form, handover]);
  return (
    <Form form={form} failureTitle="Not confirmed" className="grid gap-4">
      <p>
        Enter the six digits on {name}&rsquo;s phone, or scan them with your camera. You then both
        agree on these readings, and that the trip {handover === "pickup" ? "begins" : "ends"} at
        that minute.
      </p>
      <p className="text-sm text-muted-foreground">
        {name}&rsquo;s phone has to show the same readings. Without a network your phone stores the
        code, and we check it once it arrives.
      </p>
      <TextField
        form={form}
        name="code"
        label="Six digits"
        hint={`They change every ${HANDOVER_CODE_MINUTES} minutes.`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        fieldClassName="max-w-[16rem]"
      />
      {refused && (
        <SelectField
          form={form}
          name="time"
          label="Code of"
          hint={`Your code was refused. ${name}'s page has the right one under "Earlier codes".`}
          fieldClassName="max-w-[20rem]"
        >
          <option value="refused">{formatAt(refused.at)}</option>
          <option value="now">Now</option>
        </SelectField>
      )}
      <SubmitButton form={form} busyLabel="Confirming..." className="justify-self-start">
        {handover === "pickup" ? "Start the trip" : "End the trip"}
      </SubmitButton>
    </Form>
  );
}
