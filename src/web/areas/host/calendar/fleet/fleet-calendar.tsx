// The calendar of a host's fleet: about a month from the day before yesterday, its cars, and
// blocking days of some.
import { useState } from "react";
import { Link } from "react-router";
import { formatShortRange } from "../../../../../domain/text/format.ts";
import type { CalendarRange } from "../../../../../contract/host/calendar.ts";
import type { HostListing } from "../../../../../contract/host/host-listings.ts";
import { useFocusAfterwards } from "../../../../ui/focus/focus-afterwards.ts";
import { ShowMore } from "../../../../parts/list/show-more.tsx";
import { CarSearch } from "../../../../parts/listing/car-search.tsx";
import { loadMoreListings } from "../../../../parts/listing/use-host-listings.ts";
import { sentenceFor } from "../../../../api/problem-sentences.ts";
import { paths } from "../../../../paths.ts";
import { toMonth } from "../../../../ui/form/month.ts";
import { Button } from "../../../../ui/button.tsx";
import { cx } from "../../../../ui/cx.ts";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { FailedState } from "../../../../ui/failed-state.tsx";
import { Note } from "../../../../ui/note.tsx";
import { Panel } from "../../../../ui/panel.tsx";
import { EmptyArt } from "../../../../ui/empty-art.tsx";
import { BlockButton } from "../blocks/block-button.tsx";
import { useAllCars } from "../blocks/use-all-cars.ts";
import { BlockDialog } from "../blocks/block-dialog.tsx";
import { FleetCards } from "./fleet-cards.tsx";
import { FleetTimeline, type FleetProps } from "./fleet-timeline.tsx";
import { Legend } from "../range-look.tsx";
import { DaysNav } from "./days-nav.tsx";
import { RangeDialog } from "../blocks/range-dialog.tsx";
import { describeRange } from "../range-text.ts";
import { FleetSkeleton } from "../skeletons.tsx";
import { useFleet, type Fleet } from "./use-fleet.ts";
import { useFleetView, type FleetView } from "./use-fleet-view.ts";
import { Icon } from "../../../../ui/icon.tsx";

/** From this width on, cars are the rows of a timeline; on smaller screens they are cards. */
const WIDE = "(min-width: 48rem)";
/** The fleet size from which the search appears: smaller fleets fit on a screen. */
const SEARCHED_FROM = 7;

export function FleetCalendar() {
  const view = useFleetView();
  const { today, days, search } = view;
  const fleet = useFleet(view);
  const { list, listings, cars, renters, total } = fleet;
  const [open, setOpen] = useState<{ range: CalendarRange; title: string; carId: string } | null>(
    null,
  );
  const focus = useFocusAfterwards();
  const isPartial = search !== "" || list.hasNextPage;
  const all = useAllCars({ enabled: view.block !== null && isPartial });
  const shown: FleetProps = {
    days,
    today,
    listings,
    cars,
    renters,
    onOpen: (range, { id, title }) => setOpen({ range, title, carId: id }),
  };
  const showMore = async () => {
    const next = await loadMoreListings(list);
    if (next) focus(`${matchMedia(WIDE).matches ? "row" : "card"}-${next.id}`);
  };
  return (
    <>
      <Heading view={view} firstCar={listings[0]} />
      {(search || total >= SEARCHED_FROM) && (
        <CarSearch search={search} onSearch={view.searchFor} />
      )}
      {search === "" && list.data && total === 0 ? (
        <NoCars />
      ) : fleet.error ? (
        <Panel>
          <FailedState
            title="Your calendar didn't load."
            text={sentenceFor(fleet.error, "Please try again in a moment.")}
            busy={list.isFetching || fleet.calendar.isFetching}
            onRetry={fleet.retry}
          />
        </Panel>
      ) : (
        <>
          <Conflicts {...shown} />
          <FleetDays view={view} fleet={fleet} shown={shown} />
        </>
      )}
      {list.hasNextPage && (
        <ShowMore
          list={list}
          label="Show more cars"
          className="justify-self-center"
          onClick={() => void showMore()}
        />
      )}
      {view.block && list.data && (
        <BlockDialog
          draft={view.block}
          cars={all.cars ?? listings}
          missing={all.missing}
          today={today}
          renters={renters}
          onKeep={view.keepBlock}
          onClose={view.closeBlock}
        />
      )}
      {open && <RangeDialog {...open} today={today} onClose={() => setOpen(null)} />}
    </>
  );
}

interface HeadingProps {
  view: FleetView;
  /** The car that "Block dates" starts with. */
  firstCar: HostListing | undefined;
}

function Heading({ view: { today, openBlock }, firstCar }: HeadingProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl">Calendar</h1>
      {firstCar && (
        <BlockButton
          onClick={() => openBlock({ carIds: [firstCar.id], first: today, last: today })}
        />
      )}
    </div>
  );
}

function NoCars() {
  return (
    <Panel>
      <EmptyState
        art={<EmptyArt of="plans" />}
        title="No cars yet"
        actions={
          <Button asChild>
            <Link to={paths.hostNewListing()}>List your first car</Link>
          </Button>
        }
      />
    </Panel>
  );
}

interface FleetDaysProps {
  view: FleetView;
  fleet: Fleet;
  shown: FleetProps;
}

/** The days of the cars: a timeline on a wide screen, cards on a phone. */
function FleetDays({ view, fleet: { list, calendar }, shown }: FleetDaysProps) {
  return (
    <>
      <section
        aria-label="Days"
        className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-0 md:rounded-lg md:bg-surface md:shadow-panel"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 md:p-4">
          <div className="w-full md:w-auto">
            <DaysNav view={view} />
          </div>
          <Legend />
        </div>
        {!list.data || !calendar.data ? (
          <FleetSkeleton />
        ) : shown.listings.length === 0 ? (
          <EmptyState
            art={<EmptyArt of="search" />}
            title="No cars found"
            text={`No car matches “${view.search}”.`}
            actions={<Button onClick={() => view.searchFor("")}>Show all cars</Button>}
          />
        ) : (
          <div
            aria-busy={calendar.isPlaceholderData}
            className={cx(calendar.isPlaceholderData && "opacity-60")}
          >
            <div className="max-md:hidden">
              <FleetTimeline {...shown} onPick={view.openBlock} />
            </div>
            <div className="md:hidden">
              <FleetCards {...shown} />
            </div>
          </div>
        )}
      </section>
      {shown.listings.length > 0 && (
        <p className="text-sm text-muted-foreground max-md:hidden">
          Press a free day, or drag over several, to block them. Choose a car to link other sites.
        </p>
      )}
    </>
  );
}

/** Lists the conflicts on the days shown: days that are booked or blocked here and also taken on
 *  another site. */
function Conflicts({ listings, cars, renters, today, days }: FleetProps) {
  const conflicts = listings.flatMap((listing: HostListing) =>
    (cars.get(listing.id)?.ranges ?? [])
      .filter((range) => range.conflicts.length > 0)
      .map((range) => ({ listing, range })),
  );
  if (conflicts.length === 0) return null;
  return (
    <Note variant="conch" icon={<Icon name="triangle-exclamation-point" />}>
      <p className="font-bold">
        {conflicts.length === 1 ? "1 conflict" : `${conflicts.length} conflicts`},{" "}
        {formatShortRange({ start: days[0]!, end: days.at(-1)! }, today)}
      </p>
      <ul className="grid gap-1">
        {conflicts.map(({ listing, range }) => (
          <li key={range.id}>
            <Link
              to={paths.hostCarCalendar(listing.id, { month: toMonth(range.start_date) })}
              className="font-medium underline"
            >
              {listing.title}
            </Link>
            : {describeRange(range, renters, today).spoken}
          </li>
        ))}
      </ul>
    </Note>
  );
}
