// The home page: the search, the newest cars, the reasons, the steps, and links to the cars.
import { Hero } from "./hero.tsx";
import { JustListed } from "./just-listed.tsx";
import { openApi } from "../../../api/api.ts";
import type { TiledCar } from "../../../parts/listing/car-tile.tsx";
import { publicMeta } from "../../../parts/page/page-meta.ts";
import { apiContext } from "../../../api/server-context.ts";
import { paths } from "../../../paths.ts";
import { staticPart } from "../../../ui/static-part.tsx";
import type { Route } from "./+types/home";

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: "Cars from local hosts in The Bahamas",
    description:
      "Rent a car from a local host in Nassau, Freeport, Exuma and the Out Islands. See the full price, fees included, before you book.",
    path: paths.home(),
  });

/** As many as fit in a row. */
const NEWEST = 4;

const BelowCars = staticPart(() => import("./below-cars.tsx"));

/** If the cars fail to load, the page works without them. */
export async function loader({ context }: Route.LoaderArgs): Promise<{ cars: TiledCar[] }> {
  try {
    const { listings } = await openApi(context.get(apiContext))("GET /api/listings", { query: {} });
    // The tiles don't name the host, so the page's data doesn't either.
    const cars = listings
      .slice(0, NEWEST)
      .map(({ images: [image = null], host: _host, quote: _quote, ...car }) => ({ ...car, image }));
    return { cars };
  } catch {
    return { cars: [] };
  }
}

export default function HomePage({ loaderData: { cars } }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      <JustListed cars={cars} />
      <BelowCars />
    </>
  );
}
