// The message if there are no saved cars.
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyArt } from "../../../ui/empty-art.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";

/** @param text what is added for signed-in users */
export const NoFavourites = ({ text = "" }: { text?: string }) => (
  <EmptyState
    art={<EmptyArt of="plans" />}
    title="No favourites yet"
    text={`Tap the heart on a car to save it here. ${text}`}
    actions={
      <Button asChild>
        <Link to={paths.browse()}>Browse Cars</Link>
      </Button>
    }
  />
);
