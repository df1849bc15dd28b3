// Places that match the typed text. Failures are silent: a location can be typed without
// suggestions.
import { useEffect, useState } from "react";
import type { Place } from "../../../contract/listings/places.ts";
import { api } from "../../api/api.ts";

/** Specification section 9: place search starts at 2 characters. */
const SHORTEST = 2;
const LONGEST = 100;
const PAUSE_MS = 150;

export interface FoundPlaces {
  places: readonly Place[];
  attribution: string;
}

const NONE: FoundPlaces = { places: [], attribution: "" };

/** @param query the typed text; null while the user is not typing */
export function usePlaces(query: string | null): FoundPlaces {
  const [found, setFound] = useState(NONE);
  const text = query?.trim().slice(0, LONGEST) ?? "";
  const isLongEnough = text.length >= SHORTEST;
  useEffect(() => {
    if (!isLongEnough) return;
    const abort = new AbortController();
    const find = async () => {
      try {
        setFound(await api("GET /api/places", { query: { q: text } }, { signal: abort.signal }));
      } catch {
        if (!abort.signal.aborted) setFound(NONE);
      }
    };
    const timer = setTimeout(() => void find(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isLongEnough, text]);
  return isLongEnough ? found : NONE;
}
