// The cars that somebody has saved.
import { KeptFavourites } from "../features/favourites/kept-favourites.tsx";
import { SavedFavourites } from "../features/favourites/saved-favourites.tsx";
import { pageMeta } from "../lib/page-meta.ts";
import { useSession } from "../lib/session.ts";

export const meta = () => pageMeta("Favourites");

export default function FavouritesPage() {
  return useSession().status === "signed-out" ? <KeptFavourites /> : <SavedFavourites />;
}
