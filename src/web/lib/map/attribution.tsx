// What draws maps here, and what must be shown with one; a page has it before any map is loaded, so that nothing jumps.
import { useRouteLoaderData } from "react-router";
import { MAP_ATTRIBUTION } from "../../../domain/attribution.ts";
import { cx } from "../../ui/cx.ts";
import type { MapSettings, RootData } from "../request-context.ts";

/** An error page has no data of its own. */
const BUNDLED: MapSettings = { google: false, styleUrl: null };

/** The instance's settings, and the attribution that its map will have. */
export function useMapSettings(): { settings: MapSettings; attribution: string } {
  const settings = useRouteLoaderData<RootData>("root")?.maps ?? BUNDLED;
  return { settings, attribution: settings.google || settings.styleUrl ? "" : MAP_ATTRIBUTION };
}

/** Stands in the map where that is wide, under it where not: both are written, one is shown. */
export function Attribution({ text, inside = false }: { text: string; inside?: boolean }) {
  if (!text) return null;
  const place = inside
    ? "absolute bottom-0 left-0 hidden rounded-tr-md bg-surface/85 px-2 @min-[54rem]:block"
    : "@min-[54rem]:hidden";
  return <p className={cx("text-xs leading-snug text-muted-foreground", place)}>{text}</p>;
}

/** The place of a map that is not there yet. @param className its height */
export function StillWater({ className }: { className: string }) {
  const { attribution } = useMapSettings();
  return (
    <div className="@container grid gap-1">
      <div className={cx("rounded-lg bg-(--map-deep)", className)} />
      <Attribution text={attribution} />
    </div>
  );
}
