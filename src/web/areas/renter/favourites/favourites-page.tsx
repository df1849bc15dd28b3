// The cars that somebody has saved.
import { KeptFavourites } from "./kept-favourites.tsx";
import { SavedFavourites } from "./saved-favourites.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";

export const meta = () => pageMeta("Favourites");

export default function FavouritesPage() {
  return useSession().status === "signed-out" ? <KeptFavourites /> : <SavedFavourites />;
}
