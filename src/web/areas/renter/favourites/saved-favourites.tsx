// The cars that the signed-in user has saved.
import { useEffect } from "react";
import { useApiPages } from "../../../api/use-api.ts";
import { useFavourites } from "../../../session/use-favourites.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { PagedList } from "../../../parts/list/paged-list.tsx";
import { FavouriteCards, favouriteId, LoadingFavourites } from "./favourite-cards.tsx";
import { NoFavourites } from "./no-favourites.tsx";

export function AccountFavourites() {
  const list = useApiPages("GET /api/favourites", { query: {} }, { staleTime: 0 });
  const focus = useFocusAfterwards();
  const saved = useFavourites();
  const { data, hasNextPage, isFetching, refetch } = list;
  const listed = data?.pages.flatMap(({ favourites }) => favourites.map(({ id }) => id));
  // Refetches cars saved in another tab or device. Removed ones stay visible.
  const isNew = listed !== undefined && !hasNextPage && saved.some((id) => !listed.includes(id));
  useEffect(() => {
    if (isNew && !isFetching) void refetch();
  }, [isNew, isFetching, refetch]);
  return (
    <>
      <h1 className="text-2xl">Favourites</h1>
      <PagedList
        list={list}
        getItems={({ favourites }) => favourites}
        failed={{
          toast: "Failed to load your favourites",
          title: "We couldn't load your favourites",
        }}
        status={
          list.isPending ? "Loading your favourites" : `Favourites shown: ${listed?.length ?? 0}`
        }
        skeleton={<LoadingFavourites />}
        empty={<NoFavourites text="We'll let you know if the price drops." />}
        elementId={favouriteId}
        focus={focus}
      >
        {(cars) => <FavouriteCards cars={cars} />}
      </PagedList>
    </>
  );
}
