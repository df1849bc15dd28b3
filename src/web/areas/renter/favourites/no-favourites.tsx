// Stands in the place of saved cars where there are none.
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyArt } from "../../../ui/empty-art.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";

export const NoFavourites = () => (
  <EmptyState
    art={<EmptyArt of="plans" />}
    title="No favourites yet"
    text="Press the heart on a car that you like, and it stands here. Once you are signed in, we tell you when it costs less."
    actions={
      <Button asChild>
        <Link to={paths.browse()}>Browse Cars</Link>
      </Button>
    }
  />
);
