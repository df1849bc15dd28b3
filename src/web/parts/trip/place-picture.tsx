// A still map of a place: the coast around it, with a marker. The coast is stored with the trip
// page, so the map also works without a network.
import { useQuery } from "@tanstack/react-query";
import type { Point } from "../../../domain/place/bahamas.ts";

/** How far the picture reaches from its centre in each direction, in kilometres. */
const [HALF_WIDTH, HALF_HEIGHT] = [20, 11];
const KM_PER_DEGREE = 111.2;
const MILE_KM = 1.609;
/** The length of the scale, in miles. */
const SCALE_MILES = 5;

type Position = [longitude: number, latitude: number];

interface Coast {
  features: { geometry: { coordinates: Position[][][] } }[];
}

async function fetchCoast(): Promise<Position[][]> {
  const url = new URL("../../../../geo/bahamas-coast-z8.geojson", import.meta.url);
  const { features } = (await (await fetch(url)).json()) as Coast;
  return features.flatMap(({ geometry }) => geometry.coordinates.flat());
}

/** The rings of the coast that touch the picture, as an SVG path in kilometres from the place. */
function drawCoast(rings: readonly Position[][], { latitude, longitude }: Point): string {
  const kmPerLongitude = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  return rings
    .map((ring) =>
      ring.map(([lng, lat]) => ({
        x: (lng - longitude) * kmPerLongitude,
        y: (latitude - lat) * KM_PER_DEGREE,
      })),
    )
    .filter(
      (ring) =>
        ring.some(({ x }) => x > -HALF_WIDTH) &&
        ring.some(({ x }) => x < HALF_WIDTH) &&
        ring.some(({ y }) => y > -HALF_HEIGHT) &&
        ring.some(({ y }) => y < HALF_HEIGHT),
    )
    .map((ring) => `M${ring.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}Z`)
    .join("");
}

export function PlacePicture({ point, name }: { point: Point; name: string }) {
  const { data: rings } = useQuery({
    queryKey: ["coast"],
    queryFn: fetchCoast,
    staleTime: Infinity,
  });
  const bar = SCALE_MILES * MILE_KM;
  const left = -HALF_WIDTH + 1;
  const bottom = HALF_HEIGHT - 1;
  return (
    <svg
      viewBox={`${-HALF_WIDTH} ${-HALF_HEIGHT} ${2 * HALF_WIDTH} ${2 * HALF_HEIGHT}`}
      role="img"
      aria-label={`Map of the coast around ${name}`}
      className="w-full rounded-md bg-(--map-shoal)"
    >
      {rings && (
        <path
          d={drawCoast(rings, point)}
          fillRule="evenodd"
          fill="var(--map-land)"
          stroke="var(--map-land-edge)"
          strokeWidth=".12"
        />
      )}
      <circle
        r=".9"
        fill="var(--highlight)"
        stroke="var(--highlight-foreground)"
        strokeWidth=".2"
      />
      <path
        d={`M${left} ${bottom - 0.5}v.5h${bar.toFixed(2)}v-.5`}
        fill="none"
        stroke="var(--foreground)"
        strokeWidth=".15"
      />
      <text
        x={left + bar / 2}
        y={bottom - 0.5}
        textAnchor="middle"
        fontSize="1.1"
        fill="var(--foreground)"
      >
        {SCALE_MILES} miles
      </text>
    </svg>
  );
}
