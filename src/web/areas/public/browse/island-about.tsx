// Facts about an island group before renting there, and its neighbours. Loaded on demand.
import { GAZETTEER_ATTRIBUTION } from "../../../../domain/place/attribution.ts";
import { islandName, type IslandId } from "../../../../domain/place/islands.ts";
import { IslandLinks } from "./island-links.tsx";
import { ISLAND_TEXTS } from "./island-text.ts";

export function IslandAbout({ island }: { island: IslandId }) {
  const { about, airport, settlements, neighbours } = ISLAND_TEXTS[island];
  return (
    <section
      aria-labelledby="about-island"
      className="grid gap-x-12 gap-y-6 border-t border-border pt-8 md:mt-6 md:grid-cols-2"
    >
      <div className="grid content-start gap-3">
        <h2 id="about-island" className="text-xl">
          About {islandName(island)}
        </h2>
        <p className="max-w-[40rem]">{about}</p>
        <p className="max-w-[40rem] text-muted-foreground">
          Choose your dates to see the full price, including fees.
        </p>
      </div>
      <div className="grid content-start gap-5">
        <dl className="grid gap-3">
          <div>
            <dt className="text-sm text-muted-foreground">Main airport</dt>
            <dd className="font-medium">
              {airport.name} ({airport.code})
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted-foreground">Places</dt>
            <dd className="font-medium">{settlements.join(", ")}</dd>
          </div>
        </dl>
        <div className="grid gap-2">
          <p className="text-sm text-muted-foreground">Islands nearby</p>
          <IslandLinks islands={neighbours} />
        </div>
      </div>
      <p className="col-span-full text-xs text-muted-foreground">{GAZETTEER_ATTRIBUTION}</p>
    </section>
  );
}
