// The styles of the list beside the map, shared with the placeholder shown until the map has
// loaded.

/** Beside the map a scrolling column; on narrow screens a strip under it. */
export const MAP_LIST =
  "relative flex gap-2 p-0.5 max-lg:overflow-x-auto max-lg:snap-x max-lg:snap-mandatory lg:grid lg:max-h-150 lg:content-start lg:overflow-y-auto";
