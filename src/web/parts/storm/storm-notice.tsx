// The notice about storms on the pages of islands and cars, and in searches.
import { lazy, use } from "react";
import type { IslandId } from "../../../domain/place/islands.ts";
import type { ShownStorms } from "./shown-storms.ts";

/** Loaded only in a storm. */
const Storm = lazy(() => import("./storm-note.tsx"));

export interface StormNoticeProps {
  storms: ShownStorms | Promise<ShownStorms>;
  /** Shows the storms of this island, or all that are on. */
  island: IslandId | null;
}

/** Suspends while the storms load and, if there are any, the code of the note. */
export function StormNotice({ storms, island }: StormNoticeProps) {
  const all = storms instanceof Promise ? use(storms) : storms;
  const shown = all.filter(({ islands, ended_on }) =>
    island === null ? ended_on === null : islands.includes(island),
  );
  return shown.map((storm) => <Storm key={storm.id} {...storm} />);
}
