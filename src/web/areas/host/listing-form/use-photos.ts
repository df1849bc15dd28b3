// The form's photos in order: those of the listing, and those being uploaded.
import { keepPreviousData } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { MAX_PHOTOS } from "../../../../domain/listing/listing.ts";
import { PHOTO_PATH } from "../../../../domain/listing/photo.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useApi } from "../../../api/use-api.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { newPhotoKey, checkPhotoFile, uploadListingPhoto } from "./upload-photo.ts";

const AT_ONCE = 2;
const ASK_AGAIN_MS = 1500;

export interface FormPhoto {
  /** Its name in the store. */
  key: string;
  /** Null until it has been uploaded. */
  url: string | null;
  /** The browser's object URL of a photo that was chosen here. */
  preview: string | null;
  file: File | null;
  /** preparing: the server is resizing the photo, which the form need not wait for. */
  state: "waiting" | "uploading" | "preparing" | "ready" | "failed";
  /** Per cent. */
  sent: number;
  tries: number;
  /** The error message. */
  reason: string;
}

export type Photos = ReturnType<typeof usePhotos>;

const stored = (url: string): FormPhoto => ({
  key: url.startsWith(PHOTO_PATH) ? url.slice(PHOTO_PATH.length) : url,
  url,
  preview: null,
  file: null,
  state: "ready",
  sent: 100,
  tries: 0,
  reason: "",
});

const NOT_STORED = "This photo couldn't be saved.";
const GONE = "This photo is no longer available. Remove it and choose it again.";
const BROKEN = "This photo couldn't be prepared. Remove it and choose another.";

/** A chosen file, which waits for its upload or is refused right away. */
function chosen(userId: string, file: File, preview: string): FormPhoto {
  const photo = { key: newPhotoKey(userId, file), url: null, preview, sent: 0, tries: 0 };
  const refusal = checkPhotoFile(file);
  return refusal
    ? { ...photo, file: null, state: "failed", reason: sentenceFor(refusal, NOT_STORED) }
    : { ...photo, file, state: "waiting", reason: "" };
}

const sayFailure = () =>
  toast({ title: "Upload Error", description: "Failed to upload images", variant: "destructive" });

/**
 * @param userId the uploading user
 * @param saved the photos that the listing already shows
 * @param initial the form's initial photos, from the listing or a draft
 */
export function usePhotos(userId: string, saved: readonly string[], initial: readonly string[]) {
  const [photos, setPhotos] = useState(() => initial.map(stored));
  const update = useCallback(
    (key: string, more: Partial<FormPhoto>) =>
      setPhotos((all) => all.map((photo) => (photo.key === key ? { ...photo, ...more } : photo))),
    [],
  );
  const uploads = useUploads(photos, update);
  const createPreview = usePreviews();
  const shown = useProcessed(photos, saved);
  return {
    photos: shown,
    /** The URLs of the photos that a listing can show, in order. */
    images: shown.flatMap(({ url, state }) => (url !== null && state !== "failed" ? [url] : [])),
    /** The number of waiting or running uploads. */
    uploading: uploads.count,
    add: (files: readonly File[]) => {
      const room = MAX_PHOTOS - photos.length;
      if (files.length > room)
        toast({
          title: "Too many photos",
          description: `A listing can have ${MAX_PHOTOS} photos. The first ${Math.max(room, 0)} were added.`,
          variant: "destructive",
        });
      const fresh = files
        .slice(0, Math.max(room, 0))
        .map((file) => chosen(userId, file, createPreview(file)));
      const refused = fresh.filter(({ state }) => state === "failed").length;
      if (refused === fresh.length && refused > 0 && uploads.count === 0) sayFailure();
      else uploads.noteFailed(refused);
      setPhotos((all) => [...all, ...fresh]);
    },
    /** Cancels a running upload. */
    remove: (key: string) => {
      uploads.cancel(key);
      setPhotos((all) => all.filter((photo) => photo.key !== key));
    },
    retry: (key: string) => update(key, { state: "waiting", reason: "" }),
    /** Moves a photo to a position, from 0; the first is the cover. */
    move: (key: string, to: number) =>
      setPhotos((all) => {
        const moved = all.find((photo) => photo.key === key);
        return moved ? all.filter((photo) => photo !== moved).toSpliced(to, 0, moved) : all;
      }),
    /** Starts again with these photos. */
    reset: (images: readonly string[]) => {
      uploads.cancelAll();
      setPhotos(images.map(stored));
    },
  };
}

/** Uploads the waiting photos, a few at a time, and shows the outcome when none is left. */
function useUploads(
  photos: readonly FormPhoto[],
  update: (key: string, more: Partial<FormPhoto>) => void,
) {
  const running = useRef(new Map<string, AbortController>());
  const batch = useRef({ uploaded: 0, failed: 0 });
  const send = useCallback(
    async ({ key, file, tries }: FormPhoto & { file: File }) => {
      const abort = new AbortController();
      running.current.set(key, abort);
      update(key, { state: "uploading", sent: 0, tries: tries + 1 });
      const onProgress = (sent: number) => update(key, { sent });
      try {
        const url = await uploadListingPhoto({
          key,
          file,
          again: tries > 0,
          signal: abort.signal,
          onProgress,
        });
        batch.current.uploaded++;
        running.current.delete(key);
        update(key, { state: "ready", url });
      } catch (error) {
        running.current.delete(key);
        if (abort.signal.aborted) return;
        batch.current.failed++;
        update(key, { state: "failed", reason: sentenceFor(error, NOT_STORED) });
      }
    },
    [update],
  );
  const count = photos.filter(({ state }) => state === "waiting" || state === "uploading").length;
  const busy = count > 0;
  useEffect(() => {
    const waiting = photos.filter(
      (photo): photo is FormPhoto & { file: File } =>
        photo.state === "waiting" && photo.file !== null && !running.current.has(photo.key),
    );
    for (const photo of waiting.slice(0, AT_ONCE - running.current.size)) void send(photo);
  }, [photos, send]);
  useEffect(() => {
    if (busy) return;
    const { uploaded, failed } = batch.current;
    batch.current = { uploaded: 0, failed: 0 };
    // One toast: each photo says whether it was uploaded.
    if (failed > 0) sayFailure();
    else if (uploaded > 0) toast({ title: `${uploaded} image(s) uploaded successfully` });
  }, [busy]);
  useEffect(() => {
    const uploads = running.current;
    return () => uploads.forEach((abort) => abort.abort());
  }, []);
  return {
    /** The number of waiting or running uploads. */
    count,
    /** Counts files that were not even sent, for the toast about those chosen with them. */
    noteFailed: (files: number) => {
      batch.current.failed += files;
    },
    cancel: (key: string) => {
      running.current.get(key)?.abort();
      running.current.delete(key);
    },
    cancelAll: () => {
      running.current.forEach((abort) => abort.abort());
      running.current.clear();
    },
  };
}

/** Creates object URLs, which keep their files in memory until they are revoked. */
function usePreviews() {
  const previews = useRef(new Set<string>());
  useEffect(() => {
    const urls = previews.current;
    return () => urls.forEach((url) => URL.revokeObjectURL(url));
  }, []);
  return (file: File): string => {
    const url = URL.createObjectURL(file);
    previews.current.add(url);
    return url;
  };
}

/** The photos; those uploaded here get their state from the server. */
function useProcessed(photos: readonly FormPhoto[], saved: readonly string[]): FormPhoto[] {
  const keys = photos
    .filter(({ url }) => url !== null && !saved.includes(url))
    .map(({ key }) => key);
  const states = usePhotoStates(keys);
  return photos.map((photo): FormPhoto => {
    if (photo.url === null || !states || !keys.includes(photo.key)) return photo;
    const state = states.get(photo.key);
    if (state === "ready") return photo;
    if (state === "processing") return { ...photo, state: "preparing" };
    // A photo that has just been uploaded may be missing from an earlier response.
    if (state === undefined && photo.file) return photo;
    return { ...photo, state: "failed", reason: state === "failed" ? BROKEN : GONE };
  });
}

/** The server's progress with these photos, polled while it processes any of them. */
function usePhotoStates(keys: readonly string[]) {
  const { data } = useApi(
    "GET /api/photos",
    { query: { keys: keys.join(",") } },
    {
      enabled: keys.length > 0,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.photos.some((photo) => photo.state === "processing") ? ASK_AGAIN_MS : false,
    },
  );
  return data && new Map(data.photos.map(({ key, state }) => [key, state]));
}
