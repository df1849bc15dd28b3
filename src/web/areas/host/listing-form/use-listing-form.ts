// The form's state: the values and their draft, the errors, and saving.
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { ErrorCode } from "../../../../domain/errors.ts";
import { isCode } from "../../../api/api.ts";
import { showFailure } from "../../../api/show-failure.ts";
import { FormRefusal } from "../../../forms/form-errors.ts";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { checkListing, missingFields, NO_IMAGES } from "./check-listing.ts";
import type { DraftStatus } from "./drafts/draft-sync.ts";
import { dropListingDraft, storeListingDraft } from "./drafts/listing-draft.ts";
import {
  changedListingFields,
  FORM_ID,
  rebase,
  type ListingField,
  type ListingValues,
  type ListingVersion,
} from "./listing-values.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";
import { useStart, type FormSubject } from "./use-form-start.ts";
import { useDraftValues, useNewDraft, type NewDraft } from "./drafts/use-new-draft.ts";
import { usePhotos, type Photos } from "./use-photos.ts";
import { EXTRA_LIST_ERRORS, PLACE_LIST_ERRORS } from "../../../../domain/listing/add-ons/errors.ts";
import { readAgain, useSave } from "./use-save-listing.ts";

const fail = (title: string, description: string) =>
  toast({ title, description, variant: "destructive" });

/** Explains in a toast why the listing can't be sent yet. */
function explainWhatIsMissing(values: ListingValues): void {
  if (missingFields(values).length > 0)
    fail("Missing Information", "Please fill in all required fields");
  else if (values.images.length === 0) fail("No Images", NO_IMAGES);
}

/** The field that a refusal of the server is about. */
function findListingField(error: unknown): ListingField | undefined {
  if (isCode(error, "date_min_days_too_high")) return "max_days";
  const isAbout = (code: ErrorCode) => isCode(error, code);
  if (EXTRA_LIST_ERRORS.some(isAbout)) return "extras";
  return PLACE_LIST_ERRORS.some(isAbout) ? "meeting_places" : undefined;
}

const CHANGED_ELSEWHERE = "This draft was changed on another device. Choose which one to keep.";

export function useListingForm(subject: FormSubject) {
  const { userId } = subject;
  const state = useStart(subject);
  const { today, start, base } = state;
  const isNew = base.updated_at === null;
  const photos = usePhotos(userId, isNew ? [] : base.values.images, start.values.images);
  const draft = useNewDraft({ userId, defaults: base, start, isOn: isNew });
  const finished = useRef(false);
  const navigate = useNavigate();
  const save = useSave(userId, base, async (path, replace = false) => {
    finished.current = true;
    await navigate(path, { replace });
  });
  const form = useAppForm<ListingValues>({
    id: FORM_ID,
    initial: start.values,
    check: (values) => checkListing(values, today),
    isLive: true,
    failureToast: "Error",
    failed: isNew ? "Failed to create listing" : "Failed to update listing",
    onWrong: explainWhatIsMissing,
    findField: findListingField,
    send: async (values) => {
      if (photos.uploading > 0) return;
      if (draft.status.newer) throw new FormRefusal(CHANGED_ELSEWHERE);
      state.setConflict(null);
      draft.sync()?.hold();
      try {
        await save(values);
      } catch (error) {
        draft.sync()?.release();
        if (isCode(error, "listing_changed")) state.setConflict(await readAgain(base.id));
        if (isCode(error, "listing_id_taken")) state.setBase(renewed(base));
        throw error;
      }
    },
  });
  useImages(photos.images, form.set);
  const kept = useKeptValues({
    subject,
    state,
    form,
    photos,
    draft,
    finished,
    finish: () => {
      finished.current = true;
    },
  });
  return { id: base.id, form, photos, isRestored: state.isRestored, draft: draft.status, ...kept };
}

interface KeptValues {
  subject: FormSubject;
  state: ReturnType<typeof useStart>;
  form: AppForm<ListingValues>;
  photos: Photos;
  draft: NewDraft;
  /** Whether the form is saved or discarded. */
  finished: { readonly current: boolean };
  finish: () => void;
}

/** Keeps what is typed, and settles conflicts with what was saved elsewhere. */
function useKeptValues(given: KeptValues) {
  const { state, form, photos, draft, finished, finish } = given;
  const { userId } = given.subject;
  const { start, base } = state;
  const { values } = form;
  const isNew = base.updated_at === null;
  const startFrom = (now: ListingVersion, next: ListingValues) => {
    state.setBase(now);
    form.reset(next);
    const isOther = photos.images.join() !== next.images.join();
    // The images may be the same while other photos failed to upload.
    if (isOther || photos.photos.length > next.images.length) photos.reset(next.images);
    state.setConflict(null);
    state.setRestored(false);
  };
  const isUploading = photos.uploading > 0;
  const dirty = changedListingFields(values, base.values).length > 0 || isUploading;
  useDraftValues(draft, {
    defaults: base,
    values,
    isWorthSaving: dirty,
    show: (next) => {
      startFrom(base, next);
      toast({ title: "Updated with the changes from your other device" });
    },
  });
  const isHere = useStoredDraft({ userId, base, values, dirty, finished, isOn: !isNew });
  const isTouched = changedListingFields(values, start.values).length > 0 || isUploading;
  const isUnsaved = isNew ? draft.status.isPending || isUploading : dirty;
  const guard = useLeaveGuard({
    asks: () => (isNew ? isTouched : dirty) && !finished.current,
    warns: () => isUnsaved && !finished.current,
  });
  const dropDraft = async () => {
    if (!isNew) return dropListingDraft(userId, base);
    await draft.discard().catch((error) => showFailure(error, "Failed to discard the draft"));
  };
  return {
    guard,
    place: isNew ? placeOfDraft(draft.status) : isHere ? "device" : "nowhere",
    conflict: settleConflict({ state, draft, values, startFrom }),
    /** Discards the typed values; a new listing gets a new id. */
    discard: () => {
      void dropDraft();
      startFrom(isNew ? renewed(base) : base, base.values);
    },
    discardAndLeave: () => {
      finish();
      void dropDraft();
      guard.leave();
    },
  } as const;
}

export interface Conflict {
  /** The fields that changed elsewhere. */
  fields: readonly ListingField[];
  /** Applies the typed values to the other version. */
  keepMine: () => void;
  /** Shows the other version, without the typed values. */
  takeTheirs: () => void;
}

/** What can be done about a version that was saved elsewhere; null if there is none. */
function settleConflict({
  state: { base, conflict },
  draft: { status, sync },
  values,
  startFrom,
}: Pick<KeptValues, "state" | "draft"> & {
  values: ListingValues;
  startFrom: (now: ListingVersion, next: ListingValues) => void;
}): Conflict | null {
  const before = status.newer && status.saved ? status.saved.values : base.values;
  const theirs = status.newer ?? conflict;
  if (!theirs) return null;
  const go = (next: ListingValues) => {
    sync()?.acceptNewer();
    startFrom(conflict ?? base, next);
  };
  return {
    fields: changedListingFields(before, theirs.values),
    keepMine: () => go(rebase(values, before, theirs.values)),
    takeTheirs: () => go(theirs.values),
  };
}

/** Where the draft is: "saving" while its changes are on their way. */
export type DraftPlace = "nowhere" | "saving" | "server" | "device";

function placeOfDraft({ saved, isPending, isHere, error, newer }: DraftStatus): DraftPlace {
  if (!isPending) return saved ? "server" : "nowhere";
  if (error === undefined && newer === null) return "saving";
  return isHere ? "device" : "nowhere";
}

/** A new listing under another id. */
const renewed = (base: ListingVersion): ListingVersion => ({ ...base, id: crypto.randomUUID() });

/** Keeps the form's images in step with the photos. */
function useImages(images: readonly string[], set: AppForm<ListingValues>["set"]): void {
  const content = JSON.stringify(images);
  useEffect(() => set("images", JSON.parse(content) as string[]), [content, set]);
}

interface Draft {
  userId: string;
  base: ListingVersion;
  values: ListingValues;
  dirty: boolean;
  finished: { current: boolean };
  /** False for a new listing, whose draft is on the server, too. */
  isOn: boolean;
}

/**
 * Keeps the draft of an existing listing in step with the values.
 * @returns whether a draft is stored; false also when the storage is full
 */
function useStoredDraft({ userId, base, values, dirty, finished, isOn }: Draft): boolean {
  const [isStored, setStored] = useState(false);
  const content = JSON.stringify(values);
  useEffect(() => {
    if (!isOn || finished.current) return;
    if (!dirty) dropListingDraft(userId, base);
    setStored(
      dirty &&
        storeListingDraft(userId, {
          base,
          values: JSON.parse(content) as ListingValues,
          version: 0,
        }),
    );
  }, [userId, base, content, dirty, finished, isOn]);
  return isStored;
}
