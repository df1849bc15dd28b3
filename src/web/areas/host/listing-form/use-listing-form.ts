// The form's state: the values and their draft, the errors, and saving.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import type { BookingMode } from "../../../../domain/listing/listing.ts";
import { ApiError, isSessionOver } from "../../../api/api.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { invalidateEndpoints } from "../../../api/api-cache.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { HOST_LISTINGS } from "../../../api/endpoint-groups.ts";
import { paths } from "../../../paths.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import {
  checkListing,
  faultsLeft,
  missingFields,
  NO_IMAGES,
  refusedFields,
  type Refusal,
} from "./check-listing.ts";
import { dropListingDraft, keepListingDraft, readListingDraft, startOf } from "./listing-draft.ts";
import {
  bodyOf,
  changedFields,
  holds,
  newValues,
  newVersion,
  rebase,
  versionOf,
  type ListingValues,
  type ListingVersion,
  type TextField,
} from "./listing-values.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";
import { usePhotos } from "./use-photos.ts";

const fail = (title: string, description: string) =>
  toast({ title, description, variant: "destructive" });

const NOTHING_WRONG: Refusal = { faults: {}, sent: null };

export const sayNotFound = () =>
  fail("Not Found", "Listing not found or you don't have permission to edit it");

/**
 * @param listing the edited listing; null for a new one
 * @param bookingMode the initial mode of a new listing
 */
export function useListingForm(
  userId: string,
  listing: HostListing | null,
  bookingMode: BookingMode,
) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [today] = useState(() => todayInNassau(new Date()));
  const [start] = useState(() => {
    const now = listing ? versionOf(listing) : newVersion(newValues(today, bookingMode));
    return startOf(now, readListingDraft(userId, now));
  });
  const [base, setBase] = useState(start.base);
  const [isRestored, setRestored] = useState(start.isRestored);
  const [typed, setTyped] = useState(start.values);
  const photos = usePhotos(userId, base.values.images, start.values.images);
  const [refusal, setRefusal] = useState(NOTHING_WRONG);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  /** The version that was stored elsewhere since this one was loaded. */
  const [conflict, setConflict] = useState(start.conflict);
  const values: ListingValues = { ...typed, images: photos.images };
  const isNew = base.updated_at === null;
  const dirty = changedFields(values, base.values).length > 0 || photos.uploading > 0;
  const finished = useRef(false);
  const guard = useLeaveGuard(() => dirty && !finished.current);
  const isKept = useKeptDraft({ userId, base, values, dirty, finished });

  const change = (more: Partial<ListingValues>) => setTyped((last) => ({ ...last, ...more }));
  const refuse = (found: Refusal) => {
    setRefusal(found);
    setAttempt((count) => count + 1);
  };
  const startFrom = (now: ListingVersion, next: ListingValues) => {
    setBase(now);
    setTyped(next);
    const isOther = photos.images.join() !== next.images.join();
    // The images may be the same while other photos failed to upload.
    if (isOther || photos.photos.length > next.images.length) photos.reset(next.images);
    setRefusal(NOTHING_WRONG);
    setConflict(null);
    setRestored(false);
  };
  const leave = async () => {
    finished.current = true;
    await navigate(paths.hostListings());
  };

  /**
   * An earlier attempt created the listing, but its response was lost. Later changes are stored as
   * the draft of that listing.
   */
  const goOn = async (stored: HostListing) => {
    keepListingDraft(userId, { base: versionOf(stored), values });
    toast({
      title: "This car is already listed",
      description: "Your first attempt went through. Save again to add what you've changed since.",
    });
    void invalidateEndpoints(client, HOST_LISTINGS);
    finished.current = true;
    await navigate(paths.hostEditListing(stored.id), { replace: true });
  };

  const onRefusal = async (error: unknown) => {
    if (isSessionOver(error)) return;
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === "not_found") {
      sayNotFound();
      return leave();
    }
    fail(
      "Error",
      sentenceFor(error, isNew ? "Failed to create listing" : "Failed to update listing"),
    );
    if (error instanceof ApiError && error.fields.length > 0)
      refuse({ faults: refusedFields(error.fields), sent: values });
    if (code === "listing_changed") setConflict(await readAgain(base.id));
    if (code === "listing_id_taken") setBase(newVersion(base.values));
  };

  const save = async () => {
    if (busy || photos.uploading > 0) return;
    const found = checkListing(values, today);
    if (missingFields(values).length > 0)
      fail("Missing Information", "Please fill in all required fields");
    else if (found.images) fail("No Images", NO_IMAGES);
    if (Object.keys(found).length > 0) return refuse({ faults: found, sent: null });
    setRefusal(NOTHING_WRONG);
    setConflict(null);
    setBusy(true);
    try {
      const stored = await store(base, values);
      dropListingDraft(userId, base);
      if (isNew && !holds(stored, values)) return await goOn(stored);
      toast({
        title: isNew
          ? "Your car listing has been created and is pending approval"
          : "Your car listing has been updated successfully",
      });
      void invalidateEndpoints(client, HOST_LISTINGS);
      await leave();
    } catch (error) {
      await onRefusal(error);
    } finally {
      setBusy(false);
    }
  };

  return {
    values,
    faults: faultsLeft(refusal, values, today),
    attempt,
    busy,
    photos,
    guard,
    isRestored,
    isKept,
    conflict: conflict && { fields: changedFields(base.values, conflict.values) },
    change,
    text: (field: TextField) => ({
      name: field,
      value: values[field],
      onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }),
    }),
    save,
    /** Discards the typed values; a new listing gets a new id. */
    discard: () => startFrom(isNew ? newVersion(base.values) : base, base.values),
    /** After a change elsewhere: applies the typed values to that version. */
    keepMine: () => conflict && startFrom(conflict, rebase(values, base.values, conflict.values)),
    /** After a change elsewhere: that version, without the typed values. */
    takeTheirs: () => conflict && startFrom(conflict, conflict.values),
    discardAndLeave: () => {
      finished.current = true;
      dropListingDraft(userId, base);
      guard.leave();
    },
  };
}

export const readListing = (id: string, signal?: AbortSignal): Promise<HostListing> =>
  apiAsUser("GET /api/host/listings/{id}", { params: { id } }, signal);

/** Null if it cannot be loaded now: a toast has already said what happened. */
async function readAgain(id: string): Promise<ListingVersion | null> {
  try {
    return versionOf(await readListing(id));
  } catch {
    return null;
  }
}

const store = ({ id, updated_at }: ListingVersion, values: ListingValues): Promise<HostListing> =>
  updated_at === null
    ? apiAsUser("POST /api/host/listings", { body: { ...bodyOf(values), id } })
    : apiAsUser("PUT /api/host/listings/{id}", {
        params: { id },
        body: { ...bodyOf(values), updated_at },
      });

interface Draft {
  userId: string;
  base: ListingVersion;
  values: ListingValues;
  dirty: boolean;
  finished: { current: boolean };
}

/**
 * Keeps the draft in step with the values.
 * @returns whether there is a stored draft, which needs free space
 */
function useKeptDraft({ userId, base, values, dirty, finished }: Draft): boolean {
  const [isKept, setKept] = useState(false);
  const content = JSON.stringify(values);
  useEffect(() => {
    if (finished.current) return;
    if (!dirty) dropListingDraft(userId, base);
    setKept(
      dirty && keepListingDraft(userId, { base, values: JSON.parse(content) as ListingValues }),
    );
  }, [userId, base, content, dirty, finished]);
  return isKept;
}
