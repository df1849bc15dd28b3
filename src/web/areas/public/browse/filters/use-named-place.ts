// The place that distances are measured from, once the cars are found.
import { useEffect, useState } from "react";
import type { NamedPoint } from "../../../../../domain/place/distance.ts";
import type { Finding } from "../results.tsx";
import type { Search } from "../search.ts";

/** The chosen place, or the one that the typed text turned out to name. */
export function useNamedPlace({ place }: Search, found: Finding): NamedPoint | null {
  const [named, setNamed] = useState(found instanceof Promise ? null : (found?.place ?? null));
  useEffect(() => {
    let gone = false;
    void Promise.resolve(found).then((cars) => gone || setNamed(cars?.place ?? null));
    return () => void (gone = true);
  }, [found]);
  return place ?? named;
}
