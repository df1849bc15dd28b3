// The heart of a car: adds it to the favourites or removes it.
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { useEarlyPress } from "../../ui/early-press.tsx";
import { useFavourite, type DatesToSave } from "../../session/use-favourites.ts";
import { Icon } from "../../ui/icon.tsx";

export interface FavouriteButtonProps {
  car: { id: string; title: string };
  /** The chosen dates, which the account keeps with the car. */
  dates?: DatesToSave | undefined;
  /** photo: in the corner of a photo. tool: beside the page's other tools. */
  look: "photo" | "tool";
  className?: string;
}

export function FavouriteButton({ car, dates, look, className }: FavouriteButtonProps) {
  const [saved, toggle] = useFavourite(car.id, dates);
  const pressed = { "aria-pressed": saved, ...useEarlyPress(toggle) };
  if (look === "tool")
    return (
      <Button
        variant="ghost"
        size="icon"
        aria-label="Save to favourites"
        className={cx("noscript:hidden", className)}
        {...pressed}
      >
        <Icon name="heart" className={cx(saved && "fill-current text-destructive-text")} />
      </Button>
    );
  return (
    <button
      type="submit"
      aria-label={`Save to favourites, ${car.title}`}
      className={cx("photo-tool photo-heart", className)}
      {...pressed}
    >
      <Icon name="heart" className={cx(saved && "fill-current text-(--conch-300)")} />
    </button>
  );
}
