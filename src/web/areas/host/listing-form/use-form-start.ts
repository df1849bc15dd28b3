// Where the listing form starts: an existing listing or a new one, with its draft if there is one.
import { useState } from "react";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import type { ListingDraft as StoredDraft } from "../../../../contract/host/listing-drafts.ts";
import { todayInNassau, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { BookingMode } from "../../../../domain/listing/listing.ts";
import {
  chooseNewStart,
  chooseStart,
  readListingDraft,
  type NewStart,
} from "./drafts/listing-draft.ts";
import { newValues, newVersion, toCopy, toVersion } from "./listing-values.ts";
import { toDraftValues } from "./drafts/use-new-draft.ts";

/** A draft of a new listing that is continued. */
export interface ContinuedDraft {
  id: string;
  /** The draft on the server, if it is there. */
  stored: StoredDraft | undefined;
}

export interface FormSubject {
  userId: string;
  /** The edited listing; null for a new one. */
  listing: HostListing | null;
  /** The listing that a new one is a copy of. */
  copied?: HostListing | undefined;
  draft?: ContinuedDraft;
  /** The initial mode of a new listing. */
  bookingMode?: BookingMode;
}

function startOf(
  { userId, listing, copied, draft, bookingMode = "instant" }: FormSubject,
  today: CalendarDate,
): NewStart {
  if (listing) {
    const now = toVersion(listing);
    return { ...chooseStart(now, readListingDraft(userId, now)), saved: null, newer: null };
  }
  const values = newValues(today, bookingMode);
  if (!draft) return chooseNewStart(copied ? toCopy(copied) : newVersion(values));
  const { id, stored } = draft;
  const now = newVersion(values, id);
  const saved = stored
    ? { version: stored.version, values: toDraftValues(stored.content, values) }
    : null;
  return chooseNewStart(now, saved, readListingDraft(userId, now));
}

/** The form's starting point: the listing, or a new one, with its draft if there is one. */
export function useStart(subject: FormSubject) {
  const [today] = useState(() => todayInNassau(new Date()));
  const [start] = useState(() => startOf(subject, today));
  const [base, setBase] = useState(start.base);
  const [isRestored, setRestored] = useState(start.isRestored);
  /** The version of an existing listing that was stored elsewhere since this one was loaded. */
  const [conflict, setConflict] = useState(start.conflict);
  return { today, start, base, setBase, isRestored, setRestored, conflict, setConflict };
}
