// The page of a car with chosen dates, as the place to return to after signing in.

export interface CarPath {
  path: string;
  carId: string;
  /** The query, with the chosen dates. */
  search: string;
}

/** Parses the path to which Book Now returns, "/book/ID?start_date=…"; null for other paths. */
export function readCarPath(next: string | null): CarPath | null {
  const [path, carId, search = ""] = /^\/book\/([0-9a-f-]{36})\?(.*)$/.exec(next ?? "") ?? [];
  return path && carId && search.includes("end_date=") ? { path, carId, search } : null;
}
