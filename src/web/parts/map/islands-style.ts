// The bundled map in MapLibre's style language: the islands, their shallow water and names, in the
// theme's colours.
import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  StyleSpecification,
} from "maplibre-gl";
import labels from "../../../../geo/gazetteer.json?labels";
import coarseUrl from "../../../../geo/bahamas-coast-z8.geojson?url";
import fineUrl from "../../../../geo/bahamas-coast.geojson?url";

/** Up to this MapLibre zoom (one less than Google's) the coarse coastline is enough. */
export const COARSE_UNTIL = 8;

/** A font that the page has: without a glyph server, MapLibre draws the letters itself. */
const FONT = ["Figtree Variable"];

type GeoJson = GeoJSONSourceSpecification["data"];

const places: GeoJson = {
  type: "FeatureCollection",
  features: labels.map(([name, kind, longitude, latitude, importance]) => ({
    type: "Feature",
    properties: { name, kind, importance, from: firstZoom(kind, importance) },
    geometry: { type: "Point", coordinates: [longitude, latitude] },
  })),
};

/** The zoom from which a name is shown: important places first, neighbourhoods only at a high
 *  zoom. */
function firstZoom(kind: string, importance: number): number {
  const sooner = importance / 20;
  if (kind === "island") return Math.max(4, 9.5 - sooner);
  if (kind === "settlement") return Math.max(6, 11 - sooner);
  return Math.max(9, 13 - sooner);
}

/** Grows with the map, but more slowly than the land. */
const growing = ([at5 = 0, at8 = 0, at13 = 0]: readonly number[]): ExpressionSpecification => [
  "interpolate",
  ["exponential", 1.6],
  ["zoom"],
  5,
  at5,
  8,
  at8,
  13,
  at13,
];

type Colours = Record<"deep" | "bank" | "shoal" | "land" | "land-edge" | "label", string>;

function themeColours(): Colours {
  const tokens = getComputedStyle(document.documentElement);
  const read = (name: string) => tokens.getPropertyValue(`--map-${name}`).trim();
  return {
    deep: read("deep"),
    bank: read("bank"),
    shoal: read("shoal"),
    land: read("land"),
    "land-edge": read("land-edge"),
    label: read("label"),
  };
}

/** The shallow water, from the deep to the beach: the width of each step as a share of the whole,
 *  and how light it is. */
const SHALLOWS = [
  [1, 0.15],
  [0.8, 0.32],
  [0.62, 0.5],
  [0.45, 0.66],
  [0.3, 0.83],
  [0.16, 1],
] as const;

/**
 * Draws water that gets lighter towards the coast, then the land. Each step is an opaque line with
 * round joins: a blurred line overlaps itself at corners, which then shine like stars.
 */
function coast(
  source: "coarse" | "fine",
  colours: Colours,
  range: { minzoom?: number; maxzoom?: number },
) {
  const line = (name: string, color: string | ExpressionSpecification, width: number[]) => ({
    id: `${source}-${name}`,
    source,
    ...range,
    type: "line" as const,
    layout: { "line-join": "round" as const, "line-cap": "round" as const },
    paint: { "line-color": color, "line-width": growing(width) },
  });
  return [
    ...SHALLOWS.map(([share, light], step) =>
      line(
        `shallow-${step}`,
        ["interpolate", ["linear"], light, 0, colours.deep, 0.5, colours.bank, 1, colours.shoal],
        [7 * share, 24 * share, 60 * share],
      ),
    ),
    {
      id: `${source}-land`,
      source,
      ...range,
      type: "fill" as const,
      paint: { "fill-color": colours.land },
    },
    line("edge", colours["land-edge"], [0.6, 1, 1.6]),
  ];
}

function names(colours: Colours): LayerSpecification[] {
  const from: ExpressionSpecification = ["<=", ["get", "from"], ["zoom"]];
  const paint = {
    "text-color": colours.label,
    "text-halo-color": colours.shoal,
    "text-halo-width": 1.4,
  };
  const layout = {
    "text-field": ["get", "name"] as ExpressionSpecification,
    "text-font": FONT,
    "symbol-sort-key": ["-", 0, ["get", "importance"]] as ExpressionSpecification,
    "text-padding": 6,
    "text-max-width": 8,
  };
  return [
    {
      id: "towns",
      source: "places",
      type: "circle",
      minzoom: 9,
      filter: ["all", ["==", ["get", "kind"], "settlement"], from],
      paint: {
        "circle-radius": 2.5,
        "circle-color": colours.label,
        "circle-stroke-color": colours.shoal,
        "circle-stroke-width": 1,
      },
    },
    {
      id: "names",
      source: "places",
      type: "symbol",
      filter: ["all", ["!=", ["get", "kind"], "island"], from],
      layout: { ...layout, "text-size": 13, "text-anchor": "top", "text-offset": [0, 0.4] },
      paint,
    },
    {
      id: "islands",
      source: "places",
      type: "symbol",
      filter: ["all", ["==", ["get", "kind"], "island"], from],
      layout: {
        ...layout,
        "text-size": ["interpolate", ["linear"], ["get", "importance"], 20, 13, 90, 16],
        // Below the middle of the island, where the marker of its cars is.
        "text-anchor": "top",
        "text-offset": [0, 1],
        "text-letter-spacing": 0.06,
      },
      paint,
    },
  ];
}

/** @param fine the exact coastline is needed and loaded; `fineDrawn` says that it is drawn, so
 *  the coarse one is hidden */
export function islandsStyle({
  fine,
  fineDrawn,
}: {
  fine: boolean;
  fineDrawn: boolean;
}): StyleSpecification {
  const colours = themeColours();
  const geojson = (data: GeoJson, maxzoom: number) => ({
    type: "geojson" as const,
    data,
    maxzoom,
    // The largest: a wide line that runs beside a tile is drawn in it too.
    buffer: 512,
  });
  return {
    version: 8,
    sources: {
      coarse: geojson(coarseUrl, COARSE_UNTIL),
      ...(fine && { fine: geojson(fineUrl, 13) }),
      places: geojson(places, 14),
    },
    layers: [
      { id: "sea", type: "background", paint: { "background-color": colours.deep } },
      ...coast("coarse", colours, fineDrawn ? { maxzoom: COARSE_UNTIL } : {}),
      ...(fine ? coast("fine", colours, { minzoom: COARSE_UNTIL }) : []),
      ...names(colours),
    ],
  };
}
