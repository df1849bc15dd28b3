// A place as a suggestion: its name, its island, and an icon for its kind.
import type { Place, PlaceKind } from "../../../contract/listings/places.ts";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icon-names.ts";

const ICONS: Record<PlaceKind, IconName> = {
  island: "tree-palm",
  settlement: "house",
  district: "houses",
  neighbourhood: "houses",
  airport: "plane",
  port: "ship",
  marina: "sailboat",
  landmark: "landmark",
  beach: "umbrella",
  resort: "hotel",
  address: "map-pin",
};

export const optionIcon = (name: IconName) => (
  <Icon name={name} size={18} className="stroke-[1.75]" />
);

export const toPlaceOption = (place: Place) => ({
  id: place.id,
  label: place.name,
  detail: place.island === place.name ? "island" : (place.island ?? place.kind),
  icon: optionIcon(ICONS[place.kind]),
  place,
});
