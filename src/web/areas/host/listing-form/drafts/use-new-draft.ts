// The draft of a new listing, on the server and in this browser.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { ListingDraft as StoredDraft } from "../../../../../contract/host/listing-drafts.ts";
import { invalidateEndpoint } from "../../../../api/api-cache.ts";
import { apiAsUser } from "../../../../api/as-user.ts";
import { useApi } from "../../../../api/use-api.ts";
import { paths } from "../../../../paths.ts";
import { NOTHING_SAVED, DraftSync, type DraftStatus, type DraftStore } from "./draft-sync.ts";
import { dropListingDraft, storeListingDraft, type SavedDraft } from "./listing-draft.ts";
import { FIELDS, type ListingValues, type ListingVersion } from "../listing-values.ts";

const DRAFTS = "GET /api/host/listing-drafts";
const SAVE_MS = 30_000;

export const readDrafts = async (signal?: AbortSignal): Promise<StoredDraft[]> =>
  (await apiAsUser(DRAFTS, {}, signal)).drafts;

/** The form's values of a draft. Fields that it lacks or stores differently have their defaults. */
export const toDraftValues = (
  content: StoredDraft["content"],
  defaults: ListingValues,
): ListingValues => {
  const stored = FIELDS.filter(
    (field) =>
      content[field] !== undefined &&
      Array.isArray(content[field]) === Array.isArray(defaults[field]),
  );
  return { ...defaults, ...Object.fromEntries(stored.map((field) => [field, content[field]])) };
};

interface NewDraftOptions {
  userId: string;
  /** The new listing, with the values of a form without a draft. */
  defaults: ListingVersion;
  start: Pick<DraftStatus, "saved" | "newer">;
  /** False for an existing listing. */
  isOn: boolean;
}

export interface NewDraft {
  status: DraftStatus;
  /** What saves the draft; null until it begins, and for an existing listing. */
  sync: () => DraftSync | null;
  /** Discards the draft everywhere. @throws ApiError */
  discard: () => Promise<void>;
}

/** Opens the draft; useDraftValues then saves the form's values in it. */
export function useNewDraft({ userId, defaults, start, isOn }: NewDraftOptions): NewDraft {
  const { id } = defaults;
  const client = useQueryClient();
  const [status, setStatus] = useState<DraftStatus>({ ...NOTHING_SAVED, ...start });
  const sync = useRef<DraftSync | null>(null);
  const [first] = useState({ id, start });
  const store = useEffectEvent(() => openStore(userId, defaults));
  useEffect(() => {
    if (!isOn) return;
    // A form that was started over has a new draft.
    const begun = id === first.id ? first.start : { saved: null, newer: null };
    setStatus({ ...NOTHING_SAVED, ...begun });
    const opened = new DraftSync(store(), begun, setStatus);
    sync.current = opened;
    const flush = () => opened.flush();
    addEventListener("online", flush);
    document.addEventListener("visibilitychange", flush);
    return () => {
      removeEventListener("online", flush);
      document.removeEventListener("visibilitychange", flush);
      // Saves what is waiting, as the page is left.
      opened.flush();
    };
  }, [userId, id, isOn, first]);
  useAddress(isOn, id, status);
  return {
    status,
    sync: () => sync.current,
    discard: async () => {
      sync.current?.hold();
      dropListingDraft(userId, defaults);
      history.replaceState(history.state, "", paths.hostNewListing());
      await apiAsUser("DELETE /api/host/listing-drafts/{id}", { params: { id } });
      await invalidateEndpoint(client, DRAFTS);
    },
  };
}

interface DraftValuesOptions {
  defaults: ListingVersion;
  values: ListingValues;
  /** Whether the values are more than the defaults. */
  isWorthSaving: boolean;
  /** Shows what another device has saved, if nothing is unsaved here. */
  show: (values: ListingValues) => void;
}

/** Saves the form's values in the draft, and follows what other devices save. */
export function useDraftValues(
  { sync, status }: NewDraft,
  { defaults, values, isWorthSaving, show }: DraftValuesOptions,
): void {
  const { id } = defaults;
  const content = JSON.stringify(values);
  const note = useEffectEvent((typed: ListingValues) => sync()?.note(typed, isWorthSaving));
  useEffect(() => note(JSON.parse(content) as ListingValues), [content, isWorthSaving, id]);
  const take = useEffectEvent((found: StoredDraft) => {
    const saved = { version: found.version, values: toDraftValues(found.content, defaults.values) };
    const shown = sync()?.see(saved);
    if (shown) show(shown.values);
  });
  const { data } = useApi(DRAFTS, {}, { enabled: status.saved !== null });
  const found = data?.drafts.find((draft) => draft.id === id);
  useEffect(() => {
    if (found) take(found);
  }, [found]);
}

/** Names the draft in the address, so that a reload continues it. The router need not know. */
function useAddress(isOn: boolean, id: string, { saved, isHere }: DraftStatus): void {
  const draft = isOn && (saved !== null || isHere) ? id : undefined;
  useEffect(() => {
    if (draft) history.replaceState(history.state, "", paths.hostNewListing({ draft }));
  }, [draft]);
}

function openStore(userId: string, defaults: ListingVersion): DraftStore {
  const params = { id: defaults.id };
  return {
    save: async (version, values) => {
      const content = {
        ...values,
        weekend_days: [...values.weekend_days],
        meeting_places: [...values.meeting_places],
        extras: [...values.extras],
        features: [...values.features],
        images: [...values.images],
      };
      const signal = AbortSignal.timeout(SAVE_MS);
      const call = { params, body: { version, content } };
      return (await apiAsUser("PUT /api/host/listing-drafts/{id}", call, signal)).version;
    },
    read: async (): Promise<SavedDraft | undefined> => {
      const found = (await readDrafts()).find(({ id }) => id === params.id);
      return (
        found && {
          version: found.version,
          values: toDraftValues(found.content, defaults.values),
        }
      );
    },
    keepHere: (values, saved) =>
      storeListingDraft(userId, {
        base: { ...defaults, values: saved?.values ?? defaults.values },
        values,
        version: saved?.version ?? 0,
      }),
    dropHere: () => dropListingDraft(userId, defaults),
  };
}
