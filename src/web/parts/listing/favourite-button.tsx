// The heart of a car: adds it to the favourites or removes it.
import { Heart } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { useEarlyPress } from "../../ui/early-press.tsx";
import { useFavourite } from "../../session/use-favourites.ts";

export interface FavouriteButtonProps {
  car: { id: string; title: string };
  /** photo: in the corner of a photo. tool: beside the page's other tools. */
  look: "photo" | "tool";
  className?: string;
}

export function FavouriteButton({ car, look, className }: FavouriteButtonProps) {
  const [saved, toggle] = useFavourite(car.id);
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
        <Heart
          aria-hidden="true"
          size={20}
          strokeWidth={1.75}
          className={cx(saved && "fill-current text-destructive-text")}
        />
      </Button>
    );
  return (
    <button
      type="submit"
      aria-label={`Save to favourites, ${car.title}`}
      className={cx(
        "grid size-9 place-items-center rounded-full bg-photo-scrim text-photo-scrim-foreground transition-[scale] duration-(--fast) focus-visible:rounded-full focus-visible:shadow-[0_0_0_2px_var(--deep-foreground)] focus-visible:outline-deep motion-safe:active:scale-90 noscript:hidden",
        className,
      )}
      {...pressed}
    >
      <Heart
        aria-hidden="true"
        size={20}
        strokeWidth={1.75}
        className={cx(saved && "fill-current text-(--conch-300)")}
      />
    </button>
  );
}
