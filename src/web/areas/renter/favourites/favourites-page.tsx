// The saved cars of a visitor or an account.
import { BrowserFavourites } from "./browser-favourites.tsx";
import { AccountFavourites } from "./saved-favourites.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";

export const meta = () => pageMeta("Favourites");

export default function FavouritesPage() {
  return useSession().status === "signed-out" ? <BrowserFavourites /> : <AccountFavourites />;
}
