// The styles of the list beside the map, shared with the placeholder shown until the map has
// loaded.

/** Beside the map a scrolling column; on narrow screens under it. */
export const MAP_LIST =
  "relative grid grid-cols-[minmax(0,1fr)] gap-2 p-0.5 md:max-h-142 md:content-start md:overflow-y-auto";
