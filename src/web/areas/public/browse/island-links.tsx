// Links to the pages of the island groups.
import { ISLANDS, type IslandId } from "../../../../domain/place/islands.ts";
import { paths } from "../../../paths.ts";
import { cx } from "../../../ui/cx.ts";
import { PlainLink } from "../../../ui/plain-link.tsx";
import type { IslandCounts } from "./island-counts.ts";

/**
 * @param islands defaults to all
 * @param counts with it, islands without cars are plain text; without it, all islands are links
 */
export function IslandLinks({
  islands,
  counts = null,
  className,
}: {
  islands?: readonly IslandId[];
  counts?: IslandCounts;
  className?: string;
}) {
  const shown = islands?.flatMap((id) => ISLANDS.filter((island) => island.id === id)) ?? ISLANDS;
  return (
    <ul className={cx("flex flex-wrap gap-2", className)}>
      {shown.map(({ id, name }) => (
        <li key={id} className="flex">
          {counts && !counts[id] ? (
            <span className="inline-flex min-h-9 items-center px-[.9rem] text-sm text-muted-foreground">
              {name}
              <span className="sr-only">, no cars yet</span>
            </span>
          ) : (
            <PlainLink to={paths.browse({ island: id })} className="link-pill">
              {name}
              {counts && (
                <span className="ml-2 font-regular text-muted-foreground tabular-nums">
                  {counts[id]}
                  <span className="sr-only"> {counts[id] === "1" ? "car" : "cars"}</span>
                </span>
              )}
            </PlainLink>
          )}
        </li>
      ))}
    </ul>
  );
}
