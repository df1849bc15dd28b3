// The form's state: what is typed and its draft, what is wrong with it, and saving it.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { HostListing } from "../../../contract/host-listings.ts";
import { todayInNassau } from "../../../domain/dates.ts";
import type { BookingMode } from "../../../domain/listing.ts";
import { api, ApiError, isSessionOver } from "../../lib/api.ts";
import { sentenceFor } from "../../lib/problem-sentences.ts";
import { refreshListings, signedIn } from "../../lib/query.tsx";
import { paths } from "../../paths.ts";
import { toast } from "../../ui/toast.ts";
import { checkListing, missingFields, NO_IMAGES, refusedFields, type ListingFaults } from "./check-listing.ts";
import { dropListingDraft, keepListingDraft, readListingDraft } from "./listing-draft.ts";
import {
  bodyOf,
  changedFields,
  newValues,
  rebase,
  valuesOf,
  type ListingValues,
  type TextField,
} from "./listing-values.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";
import { usePhotos } from "./use-photos.ts";

const fail = (title: string, description: string) => toast({ title, description, variant: "destructive" });

export const sayNotFound = () => fail("Not Found", "Listing not found or you don't have permission to edit it");

/**
 * @param listing the one that is edited; null for a new one
 * @param bookingMode what a new one starts with
 */
export function useListingForm(userId: string, listing: HostListing | null, bookingMode: BookingMode) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [today] = useState(() => todayInNassau(new Date()));
  const [base, setBase] = useState(listing);
  const before = base ? valuesOf(base) : newValues(today, bookingMode);
  const [draft] = useState(() => readListingDraft(userId, listing, before));
  const [isRestored, setRestored] = useState(draft !== undefined);
  const [typed, setTyped] = useState(draft ?? before);
  const photos = usePhotos(userId, base?.images ?? [], (draft ?? before).images);
  const [faults, setFaults] = useState<ListingFaults>({});
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  /** What the listing has become elsewhere since it was read. */
  const [conflict, setConflict] = useState<HostListing | null>(null);
  const values: ListingValues = { ...typed, images: photos.images };
  const dirty = changedFields(values, before).length > 0 || photos.uploading > 0;
  const finished = useRef(false);
  const guard = useLeaveGuard(() => dirty && !finished.current);
  const isKept = useKeptDraft({ userId, base, values, dirty, finished });

  const change = (more: Partial<ListingValues>) => setTyped((last) => ({ ...last, ...more }));
  const refuse = (found: ListingFaults) => {
    setFaults(found);
    setAttempt((count) => count + 1);
  };
  const startFrom = (now: HostListing | null, next: ListingValues) => {
    setBase(now);
    setTyped(next);
    const isOther = photos.images.join() !== next.images.join();
    // The same images may stand among others that did not arrive.
    if (isOther || photos.photos.length > next.images.length) photos.reset(next.images);
    setFaults({});
    setConflict(null);
    setRestored(false);
  };
  const leave = async () => {
    finished.current = true;
    await navigate(paths.hostListings());
  };

  const onRefusal = async (error: unknown) => {
    if (isSessionOver(error)) return;
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === "PGRST116") {
      sayNotFound();
      return leave();
    }
    fail("Error", sentenceFor(error, base ? "Failed to update listing" : "Failed to create listing"));
    if (error instanceof ApiError && error.fields.length > 0) refuse(refusedFields(error.fields));
    if (code === "listing_changed" && base) setConflict(await readAgain(base.id));
  };

  const save = async () => {
    if (busy || photos.uploading > 0) return;
    const found = checkListing(values, today);
    if (missingFields(values).length > 0) fail("Missing Information", "Please fill in all required fields");
    else if (found.images) fail("No Images", NO_IMAGES);
    if (Object.keys(found).length > 0) return refuse(found);
    setFaults({});
    setConflict(null);
    setBusy(true);
    try {
      await store(base, values);
      dropListingDraft(userId, base);
      toast({
        title: base
          ? "Your car listing has been updated successfully"
          : "Your car listing has been created and is pending approval",
      });
      void refreshListings(client);
      await leave();
    } catch (error) {
      await onRefusal(error);
    } finally {
      setBusy(false);
    }
  };

  return {
    values,
    faults,
    attempt,
    busy,
    photos,
    guard,
    isRestored,
    isKept,
    conflict: conflict && { fields: changedFields(before, valuesOf(conflict)) },
    change,
    text: (field: TextField) => ({
      name: field,
      value: values[field],
      onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }),
    }),
    save,
    /** Drops what was typed. */
    discard: () => startFrom(base, before),
    /** After a change elsewhere: what was typed here, on top of that version. */
    keepMine: () => conflict && startFrom(conflict, rebase(values, before, valuesOf(conflict))),
    /** After a change elsewhere: that version, without what was typed here. */
    takeTheirs: () => conflict && startFrom(conflict, valuesOf(conflict)),
    discardAndLeave: () => {
      finished.current = true;
      dropListingDraft(userId, base);
      guard.leave();
    },
  };
}

export const readListing = (id: string, signal?: AbortSignal): Promise<HostListing> =>
  signedIn((options) => api("GET /api/host/listings/{id}", { params: { id } }, options), signal);

/** Null where it can't be read now: the toast has said what happened. */
async function readAgain(id: string): Promise<HostListing | null> {
  try {
    return await readListing(id);
  } catch {
    return null;
  }
}

const store = (base: HostListing | null, values: ListingValues): Promise<HostListing> =>
  signedIn((options) =>
    base
      ? api(
          "PUT /api/host/listings/{id}",
          { params: { id: base.id }, body: { ...bodyOf(values), updated_at: base.updated_at } },
          options,
        )
      : api("POST /api/host/listings", { body: bodyOf(values) }, options),
  );

interface Draft {
  userId: string;
  base: HostListing | null;
  values: ListingValues;
  dirty: boolean;
  finished: { current: boolean };
}

/** Keeps the draft in step with what is typed. @returns whether there is one, which there may be no room for */
function useKeptDraft({ userId, base, values, dirty, finished }: Draft): boolean {
  const [isKept, setKept] = useState(false);
  const content = JSON.stringify(values);
  useEffect(() => {
    if (finished.current) return;
    if (!dirty) dropListingDraft(userId, base);
    setKept(dirty && keepListingDraft(userId, base, JSON.parse(content) as ListingValues));
  }, [userId, base, content, dirty, finished]);
  return isKept;
}
