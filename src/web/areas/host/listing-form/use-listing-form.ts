// The form's state: the values and their draft, the errors, and saving.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import type { BookingMode } from "../../../../domain/listing/listing.ts";
import { ApiError, isCode } from "../../../api/api.ts";
import { invalidateEndpoints } from "../../../api/api-cache.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { HOST_LISTINGS } from "../../../api/endpoint-groups.ts";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { paths } from "../../../paths.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { checkListing, missingFields, NO_IMAGES } from "./check-listing.ts";
import {
  dropListingDraft,
  storeListingDraft,
  readListingDraft,
  chooseStart,
} from "./listing-draft.ts";
import {
  toCopy,
  toListingBody,
  changedListingFields,
  FORM_ID,
  holds,
  newValues,
  newVersion,
  rebase,
  toVersion,
  type ListingValues,
  type ListingVersion,
} from "./listing-values.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";
import { usePhotos } from "./use-photos.ts";

const fail = (title: string, description: string) =>
  toast({ title, description, variant: "destructive" });

export const showNotFound = () =>
  fail("Not Found", "Listing not found or you don't have permission to edit it");

export interface FormSubject {
  userId: string;
  /** The edited listing; null for a new one. */
  listing: HostListing | null;
  /** The listing that a new one is a copy of. */
  copied?: HostListing | undefined;
  /** The initial mode of a new listing. */
  bookingMode?: BookingMode;
}

/** The form's starting point: the listing, or a new one, with its draft if there is one. */
function useStart({ userId, listing, copied, bookingMode = "instant" }: FormSubject) {
  const [today] = useState(() => todayInNassau(new Date()));
  const [start] = useState(() => {
    const now = listing
      ? toVersion(listing)
      : copied
        ? toCopy(copied)
        : newVersion(newValues(today, bookingMode));
    return chooseStart(now, readListingDraft(userId, now));
  });
  const [base, setBase] = useState(start.base);
  const [isRestored, setRestored] = useState(start.isRestored);
  /** The version that was stored elsewhere since this one was loaded. */
  const [conflict, setConflict] = useState(start.conflict);
  return { today, start, base, setBase, isRestored, setRestored, conflict, setConflict };
}

/** Explains in a toast why the listing can't be sent yet. */
function explainWhatIsMissing(values: ListingValues): void {
  if (missingFields(values).length > 0)
    fail("Missing Information", "Please fill in all required fields");
  else if (values.images.length === 0) fail("No Images", NO_IMAGES);
}

export function useListingForm(subject: FormSubject) {
  const { userId } = subject;
  const state = useStart(subject);
  const { today, start, base, conflict } = state;
  const photos = usePhotos(userId, base.values.images, start.values.images);
  const finished = useRef(false);
  const navigate = useNavigate();
  const save = useSave(userId, base, async (path, replace = false) => {
    finished.current = true;
    await navigate(path, { replace });
  });
  const isNew = base.updated_at === null;
  const form = useAppForm<ListingValues>({
    id: FORM_ID,
    initial: start.values,
    check: (values) => checkListing(values, today),
    isLive: true,
    failureToast: "Error",
    failed: isNew ? "Failed to create listing" : "Failed to update listing",
    onWrong: explainWhatIsMissing,
    send: async (values) => {
      if (photos.uploading > 0) return;
      state.setConflict(null);
      try {
        await save(values);
      } catch (error) {
        if (isCode(error, "listing_changed")) state.setConflict(await readAgain(base.id));
        if (isCode(error, "listing_id_taken")) state.setBase(renewed(base));
        throw error;
      }
    },
  });
  const { values, set } = form;
  useImages(photos.images, set);
  const dirty = changedListingFields(values, base.values).length > 0 || photos.uploading > 0;
  const guard = useLeaveGuard(() => dirty && !finished.current);
  const isStored = useStoredDraft({ userId, base, values, dirty, finished });

  const startFrom = (now: ListingVersion, next: ListingValues) => {
    state.setBase(now);
    form.reset(next);
    const isOther = photos.images.join() !== next.images.join();
    // The images may be the same while other photos failed to upload.
    if (isOther || photos.photos.length > next.images.length) photos.reset(next.images);
    state.setConflict(null);
    state.setRestored(false);
  };
  return {
    form,
    photos,
    guard,
    isRestored: state.isRestored,
    isStored,
    conflict: conflict && { fields: changedListingFields(base.values, conflict.values) },
    /** Discards the typed values; a new listing gets a new id. */
    discard: () => startFrom(isNew ? renewed(base) : base, base.values),
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

/** A new listing under another id. */
const renewed = (base: ListingVersion): ListingVersion => ({ ...base, id: crypto.randomUUID() });

/** Keeps the form's images in step with the photos. */
function useImages(images: readonly string[], set: AppForm<ListingValues>["set"]): void {
  const content = JSON.stringify(images);
  useEffect(() => set("images", JSON.parse(content) as string[]), [content, set]);
}

/** Stores the listing and leaves the form. */
function useSave(
  userId: string,
  base: ListingVersion,
  leave: (path: string, replace?: boolean) => Promise<void>,
) {
  const client = useQueryClient();

  /**
   * An earlier attempt created the listing, but its response was lost. Later changes are stored as
   * the draft of that listing.
   */
  const goOn = async (stored: HostListing, values: ListingValues) => {
    storeListingDraft(userId, { base: toVersion(stored), values });
    toast({
      title: "This car is already listed",
      description: "Your first attempt went through. Save again to add later changes.",
    });
    void invalidateEndpoints(client, HOST_LISTINGS);
    await leave(paths.hostEditListing(stored.id), true);
  };

  return async (values: ListingValues) => {
    const isNew = base.updated_at === null;
    try {
      const stored = await store(base, values);
      dropListingDraft(userId, base);
      if (isNew && !holds(stored, values)) return await goOn(stored, values);
      toast({
        title: isNew
          ? "Your car listing has been created and is pending approval"
          : "Your car listing has been updated successfully",
      });
      void invalidateEndpoints(client, HOST_LISTINGS);
    } catch (error) {
      if (!isCode(error, "not_found")) throw error;
      showNotFound();
    }
    await leave(paths.hostListings());
  };
}

/** @throws ApiError not_found, also if the user may only read the listing, as an admin may */
export async function fetchListing(id: string, signal?: AbortSignal): Promise<HostListing> {
  const listing = await apiAsUser("GET /api/host/listings/{id}", { params: { id } }, signal);
  if (!listing.may.includes("edit")) throw new ApiError("not_found", 404);
  return listing;
}

/** Null if it cannot be loaded now: a toast has already said what happened. */
async function readAgain(id: string): Promise<ListingVersion | null> {
  try {
    return toVersion(await fetchListing(id));
  } catch {
    return null;
  }
}

const store = ({ id, updated_at }: ListingVersion, values: ListingValues): Promise<HostListing> =>
  updated_at === null
    ? apiAsUser("POST /api/host/listings", { body: { ...toListingBody(values), id } })
    : apiAsUser("PUT /api/host/listings/{id}", {
        params: { id },
        body: { ...toListingBody(values), updated_at },
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
 * @returns whether a draft is stored; false also when the storage is full
 */
function useStoredDraft({ userId, base, values, dirty, finished }: Draft): boolean {
  const [isStored, setStored] = useState(false);
  const content = JSON.stringify(values);
  useEffect(() => {
    if (finished.current) return;
    if (!dirty) dropListingDraft(userId, base);
    setStored(
      dirty && storeListingDraft(userId, { base, values: JSON.parse(content) as ListingValues }),
    );
  }, [userId, base, content, dirty, finished]);
  return isStored;
}
