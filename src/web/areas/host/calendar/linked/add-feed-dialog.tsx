// Connects a calendar of another site. It is read immediately, so errors appear at its field.
import { useId } from "react";
import {
  MAX_FEED_NAME_LENGTH,
  MAX_FEED_URL_LENGTH,
} from "../../../../../domain/calendar/calendar-feed.ts";
import { ApiError } from "../../../../api/api.ts";
import { TextField } from "../../../../forms/fields.tsx";
import { FormDialog } from "../../../../forms/form-dialog.tsx";
import { storedTexts } from "../../../../forms/form-draft.ts";
import { useAppForm } from "../../../../forms/use-app-form.ts";
import { useAddFeed } from "./use-feeds.ts";

/**
 * Whether an error is about the URL. A refused calendar has a "feed_..." code; a URL that is too
 * long or malformed fails earlier, as a field error.
 */
const isAboutAddress = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code.startsWith("feed_") || error.fields.some(({ field }) => field === "body.url"));

export function AddFeedDialog({ carId, onClose }: { carId: string; onClose: () => void }) {
  const draft = storedTexts({ name: `feed-name.${carId}`, url: `feed-url.${carId}` });
  const add = useAddFeed(carId, () => {
    draft.drop();
    onClose();
  });
  const form = useAppForm({
    id: useId(),
    initial: { name: "", url: "" },
    check: ({ name, url }) => ({
      name: name.trim() ? undefined : "Enter a name, like Airbnb",
      url: url.trim() ? undefined : "Enter the calendar's link",
    }),
    isLive: true,
    draft,
    findField: (error) => (isAboutAddress(error) ? "url" : undefined),
    send: ({ name, url }) => add.mutateAsync({ name: name.trim(), url: url.trim() }),
  });
  return (
    <FormDialog
      form={form}
      title="Add a calendar"
      description="Days taken there can't be booked here. We check it every 30 minutes."
      failureTitle="The calendar wasn't connected"
      cancelLabel="Cancel"
      confirmLabel="Connect"
      busyLabel="Reading the calendar..."
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="Such as Airbnb or Turo."
        required
        autoComplete="off"
        maxLength={MAX_FEED_NAME_LENGTH}
      />
      <TextField
        form={form}
        name="url"
        label="Link"
        hint="The iCal link, often ending in .ics."
        type="url"
        inputMode="url"
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_FEED_URL_LENGTH}
        placeholder="https://"
      />
    </FormDialog>
  );
}
