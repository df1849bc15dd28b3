// Which text to search in the cars' locations when a place was chosen.
import type { Place } from "../../../contract/listings/places.ts";
import { withoutQualifier } from "../../../domain/place/bahamas.ts";

/** A car's location names its town or island, never the bay next to it. */
const TOWNS: readonly Place["kind"][] = ["settlement", "district", "neighbourhood"];

/** Hosts write "Exuma" and "Bimini" for what maps call Great Exuma and North Bimini. */
const PART_OF_AN_ISLAND = /^(?:Great|North|South) (?=Abaco|Exuma|Inagua|Andros|Bimini)/;

/** A town's own name; for anything else, the island it is on. */
export function toSearchText({
  kind,
  name,
  island,
  label,
}: Pick<Place, "kind" | "name" | "island" | "label">): string {
  if (island === null) return label.split(",")[0] ?? label;
  return TOWNS.includes(kind) ? withoutQualifier(name) : island.replace(PART_OF_AN_ISLAND, "");
}
