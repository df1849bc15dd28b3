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
  /** Nothing was found for the typed text. */
  hasNoMatch: boolean;
}

const NONE: FoundPlaces = { places: [], attribution: "", hasNoMatch: false };

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
        const { signal } = abort;
        const { places, attribution } = await api(
          "GET /api/places",
          { query: { q: text } },
          { signal },
        );
        setFound({ places, attribution, hasNoMatch: places.length === 0 });
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

/** The main airports and ports, loaded once they are needed. */
export function useSuggestedPlaces(isNeeded: boolean): Pick<FoundPlaces, "places" | "attribution"> {
  const [suggested, setSuggested] = useState<Pick<FoundPlaces, "places" | "attribution">>(NONE);
  useEffect(() => {
    if (!isNeeded) return;
    const abort = new AbortController();
    const load = async () => {
      try {
        setSuggested(await api("GET /api/places/suggested", {}, { signal: abort.signal }));
      } catch {
        // The field works without suggestions.
      }
    };
    void load();
    return () => abort.abort();
  }, [isNeeded]);
  return suggested;
}
