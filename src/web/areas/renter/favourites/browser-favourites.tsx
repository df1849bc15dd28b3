// The cars that this browser has saved for a signed-out visitor.
import { useState } from "react";
import { Link } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { useFavourites } from "../../../session/use-favourites.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { FavouriteCards, LoadingFavourites } from "./favourite-cards.tsx";
import { NoFavourites } from "./no-favourites.tsx";

export function BrowserFavourites() {
  const saved = useFavourites();
  return (
    <div className="page-wrap-wide grid content-start gap-6 pt-5 pb-16 md:gap-8 md:pt-8 md:pb-20">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-2xl">Favourites</h1>
          <p className="text-muted-foreground">
            {saved.length === 0
              ? "Sign in to see the cars saved to your account."
              : "Saved in this browser. Sign in to keep them on all your devices and get price-drop alerts."}
          </p>
        </div>
        <Button asChild variant="outline">
          <Link to={paths.auth({ next: paths.favourites() })}>Sign In</Link>
        </Button>
      </div>
      {saved.length === 0 ? <NoFavourites /> : <Cars saved={saved} />}
    </div>
  );
}

/** Loads the list once, so that removed cars stay visible. */
function Cars({ saved }: { saved: readonly string[] }) {
  const [ids] = useState(saved);
  const { data, error, isPending, isFetching, refetch } = useApi("GET /api/listings/chosen", {
    query: { id: [...ids] },
  });
  if (isPending) return <LoadingFavourites />;
  if (!data)
    return (
      <FailedState
        title="We couldn't load your favourites"
        text={sentenceFor(error, "They're still saved. Please try again in a moment.")}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const missing = ids.length - data.listings.length;
  return (
    <>
      <FavouriteCards cars={data.listings} />
      {missing > 0 && (
        <p className="text-muted-foreground">
          {missing === 1 ? "One of your saved cars isn't" : `${missing} of your saved cars aren't`}{" "}
          available right now.
        </p>
      )}
    </>
  );
}
