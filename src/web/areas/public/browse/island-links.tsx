// Links to the pages of the island groups.
import { ISLANDS, type IslandId } from "../../../../domain/place/islands.ts";
import { paths } from "../../../paths.ts";
import { cx } from "../../../ui/cx.ts";
import { PlainLink } from "../../../ui/plain-link.tsx";

/** @param islands defaults to all */
export function IslandLinks({
  islands,
  className,
}: {
  islands?: readonly IslandId[];
  className?: string;
}) {
  const shown = islands?.flatMap((id) => ISLANDS.filter((island) => island.id === id)) ?? ISLANDS;
  return (
    <ul className={cx("flex flex-wrap gap-2", className)}>
      {shown.map(({ id, name }) => (
        <li key={id} className="flex">
          <PlainLink to={paths.browse({ island: id })} className="link-pill">
            {name}
          </PlainLink>
        </li>
      ))}
    </ul>
  );
}
