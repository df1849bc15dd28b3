// An empty result, with links to near dates and other islands that have cars. Loaded on demand.
import { useId, useState, type ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { toRentalPeriod, toWirePeriod } from "../../../../domain/booking/rental-period.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { SEARCH_MILES, shortPlaceName } from "../../../../domain/place/distance.ts";
import { islandName } from "../../../../domain/place/islands.ts";
import { formatShortRange } from "../../../../domain/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { useEarlyPress } from "../../../ui/early-press.tsx";
import { EmptyArt } from "../../../ui/empty-art.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { focusMain } from "../../../ui/focus/focus-main.ts";
import { inIsland } from "./browse-meta.ts";
import { carsText, type OtherSearches } from "./fetch-cars.ts";
import { browsePath, clear, isFiltered, refine, type Search } from "./search.ts";

/** How many other dates, and how many other islands, are suggested. */
const MAX_OFFERS = 3;

export interface NoCarsProps {
  search: Search;
  others: OtherSearches | undefined;
}

export function NoCars({ search, others }: NoCarsProps) {
  const navigate = useNavigate();
  const pressClear = useEarlyPress(() => {
    void navigate(browsePath(clear(search)), { preventScrollReset: true });
    // The focused button is about to disappear.
    focusMain();
  });
  const seeAll = (
    <Button asChild>
      <Link to={browsePath(clear(search))}>See all cars</Link>
    </Button>
  );
  const hasIslands = others !== undefined && others.islands.length > 0;
  const nearby = hasIslands ? " Try a nearby island." : "";
  const offers = others && <Offers search={search} {...others} />;
  if (search.place && !isFiltered({ ...search, place: null }))
    return (
      <EmptyState
        art={<EmptyArt of="search" />}
        title="No cars found"
        text={`There are no cars within ${SEARCH_MILES} miles of ${shortPlaceName(search.place.name)} yet.${nearby}`}
        actions={seeAll}
      >
        {offers}
      </EmptyState>
    );
  const hasWords = /\s/.test(search.location);
  // An island without any other filter has no cars at all, so adjusting filters would not help.
  if (search.island && !isFiltered({ ...search, island: null }))
    return (
      <EmptyState
        art={<EmptyArt of="search" />}
        title="No cars found"
        text={`There are no cars ${inIsland(search.island)} yet.${nearby}`}
        actions={seeAll}
      >
        {offers}
      </EmptyState>
    );
  return (
    <EmptyState
      art={<EmptyArt of="search" />}
      title="No cars found"
      text={`Adjust your filters or check back later.${hasWords ? " Try a single place name, such as Nassau." : hasIslands ? " Try other dates or a nearby island." : ""}`}
      actions={isFiltered(search) && <Button {...pressClear}>Clear Filters</Button>}
    >
      {offers}
    </EmptyState>
  );
}

function Offers({ search, dates, islands }: { search: Search } & OtherSearches) {
  const [today] = useState(() => todayInNassau(new Date()));
  // Without a named island, the offers may include the one around the place.
  const which = search.island ? "other" : "these";
  return (
    <div className="mt-3 grid gap-4 empty:hidden">
      <OfferList title="Available on nearby dates">
        {dates.slice(0, MAX_OFFERS).map((offer) => {
          const times = search.dates && toWirePeriod(search.dates);
          const period = toRentalPeriod({ ...times, ...offer });
          return (
            <Offer
              key={period.start}
              to={browsePath({ ...search, dates: period })}
              text={formatShortRange(period, today)}
              count={offer}
            />
          );
        })}
      </OfferList>
      <OfferList title={search.dates ? `Available on ${which} islands` : `On ${which} islands`}>
        {islands.slice(0, MAX_OFFERS).map(({ island, ...count }) => (
          <Offer
            key={island}
            to={browsePath(refine(search, { ...search, location: "", place: null, island }))}
            text={islandName(island)}
            count={count}
          />
        ))}
      </OfferList>
    </div>
  );
}

/** Renders nothing without offers. */
function OfferList({ title, children }: { title: string; children: ReactNode[] }) {
  const id = useId();
  if (children.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="font-sans text-sm font-medium tracking-normal">
        {title}
      </h3>
      <ul className="flex flex-wrap justify-center gap-2">{children}</ul>
    </section>
  );
}

interface OfferProps {
  to: string;
  text: string;
  count: Parameters<typeof carsText>[0];
}

const Offer = ({ to, text, count }: OfferProps) => (
  <li className="flex">
    <Link to={to} rel="nofollow" preventScrollReset className="link-pill">
      {text}
      <span className="ml-2 text-muted-foreground">{carsText(count)}</span>
    </Link>
  </li>
);
