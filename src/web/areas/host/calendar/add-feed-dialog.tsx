// Connects a calendar of another site. It is read immediately, so errors appear at its field.
import { useId, useState } from "react";
import { ApiError } from "../../../api/api.ts";
import { useKeptText } from "../../../forms/kept-text.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/form/controls.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { ErrorSummary } from "../../../ui/form/error-summary.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { useAddFeed } from "./use-feeds.ts";

/** The contract's limits. */
const MAX_NAME_LENGTH = 60;
const MAX_URL_LENGTH = 2000;

type Faults = { name?: string; url?: string };

/**
 * Whether an error is about the URL. A refused calendar has a "feed_..." code; a URL that is too
 * long or malformed fails earlier, as a field error.
 */
const isAboutAddress = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code.startsWith("feed_") || error.fields.some(({ field }) => field === "body.url"));

export function AddFeedDialog({ carId, onClose }: { carId: string; onClose: () => void }) {
  const id = useId();
  const [name, setName] = useKeptText(`feed-name.${carId}`);
  const [url, setUrl] = useKeptText(`feed-url.${carId}`);
  const [missing, setMissing] = useState<Faults>({});
  const [attempt, setAttempt] = useState(0);
  const add = useAddFeed(carId, () => {
    setName("");
    setUrl("");
    onClose();
  });
  const { failure } = add;
  const atAddress = isAboutAddress(failure);
  const faults: Faults = atAddress ? { url: sentenceFor(failure, "") } : missing;
  const submit = () => {
    const found: Faults = {
      ...(!name.trim() && { name: "Enter a name, like Airbnb" }),
      ...(!url.trim() && { url: "Enter the calendar's link" }),
    };
    setMissing(found);
    setAttempt((count) => count + 1);
    const first = found.name ? "name" : found.url ? "url" : null;
    if (first) document.getElementById(`${id}-${first}`)?.focus();
    else
      add.mutate(
        { name: name.trim(), url: url.trim() },
        { onError: () => document.getElementById(`${id}-url`)?.focus() },
      );
  };
  const typed = (set: (text: string) => void) => (text: string) => {
    set(text);
    setMissing({});
    add.reset();
  };
  return (
    <Dialog
      open
      onOpenChange={() => !add.isPending && onClose()}
      title="Add a calendar"
      description="Days taken there can't be booked here. We'll check it now, and then every 30 minutes."
      actions={
        <>
          <Button variant="outline" disabled={add.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={`${id}-form`}
            busy={add.isPending}
            busyLabel="Reading the calendar..."
          >
            Connect
          </Button>
        </>
      }
    >
      <form
        id={`${id}-form`}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!add.isPending) submit();
        }}
      >
        {failure && !atAddress && (
          <ErrorSummary
            title="The calendar wasn't connected"
            faults={[{ message: sentenceFor(failure, "Please try again in a moment.") }]}
            attempt={attempt}
          />
        )}
        <Field
          label="Name"
          id={`${id}-name`}
          hint="Such as Airbnb, Turo or your own."
          error={faults.name}
        >
          <Input
            required
            autoComplete="off"
            maxLength={MAX_NAME_LENGTH}
            value={name}
            onChange={({ target }) => typed(setName)(target.value)}
          />
        </Field>
        <Field
          label="Link"
          id={`${id}-url`}
          hint="The iCal link from the other site. It often ends in .ics."
          error={faults.url}
        >
          <Input
            type="url"
            inputMode="url"
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_URL_LENGTH}
            placeholder="https://"
            value={url}
            onChange={({ target }) => typed(setUrl)(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
