// Warns hosts before they save that contact details in the public text are hidden from renters.
import { formatList } from "../../../../domain/text/format.ts";
import { textsWithContacts } from "../../../../domain/listing/listing-masking.ts";
import { Note } from "../../../ui/note.tsx";
import { LABELS, type ListingValues } from "./listing-values.ts";
import { Icon } from "../../../ui/icon.tsx";

export function ContactNote({ values }: { values: ListingValues }) {
  const words = textsWithContacts(values).map((word) => LABELS[word].toLowerCase());
  return (
    <div role="status" className="empty:hidden">
      {words.length > 0 && (
        <Note variant="sun" icon={<Icon name="eye-off" />}>
          <b>Contact details stay hidden.</b> Only you and our team can see the phone number or
          email address in your {formatList(words)}. Renters get your contact details once their
          booking is approved.
        </Note>
      )}
    </div>
  );
}
