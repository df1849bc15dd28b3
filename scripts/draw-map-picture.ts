// `node scripts/draw-map-picture.ts`: redraws geo/map-picture.svg, the area where Map View starts
// (specification section 9), shown until the map has loaded. Run it when the coast or that area
// changes.
import { readFileSync, writeFileSync } from "node:fs";
import { offsetFromCentre, MAP_PICTURE } from "../src/domain/place/map-picture.ts";

const { width: WIDTH, height: HEIGHT } = MAP_PICTURE;

type Position = [longitude: number, latitude: number];

interface Coast {
  features: { geometry: { coordinates: Position[][][] } }[];
}

const geo = new URL("../geo/", import.meta.url);
const coast = JSON.parse(readFileSync(new URL("bahamas-coast-z8.geojson", geo), "utf8")) as Coast;

const toPixels = ([longitude, latitude]: Position): [number, number] => {
  const { x, y } = offsetFromCentre({ latitude, longitude });
  return [x + WIDTH / 2, y + HEIGHT / 2];
};

function path(ring: readonly Position[]): string {
  const pixels = ring.map(toPixels);
  if (!pixels.some(([x, y]) => x >= 0 && x <= WIDTH && y >= 0 && y <= HEIGHT)) return "";
  let last: [number, number] | undefined;
  let text = "";
  for (const [x, y] of pixels) {
    if (last && last[0] === x && last[1] === y) continue;
    text += last ? `l${x - last[0]} ${y - last[1]}` : `M${x} ${y}`;
    last = [x, y];
  }
  return `${text}z`;
}

const land = coast.features
  .flatMap(({ geometry }) => geometry.coordinates)
  .flatMap((polygon) => polygon.map(path))
  .join("");
writeFileSync(
  new URL("map-picture.svg", geo),
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><path fill-rule="evenodd" stroke="#000" stroke-width="2" stroke-linejoin="round" d="${land}"/></svg>\n`,
);
