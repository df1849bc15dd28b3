// The map settings, and the attribution that a map must show.
import { MAP_ATTRIBUTION } from "../../../domain/place/attribution.ts";
import { useRootData, type PageMapSettings } from "../../api/request-context.ts";

/** An error page has no root data. */
const BUNDLED: PageMapSettings = { google: false, styleUrl: null };

/** The instance's settings and its map's attribution. */
export function useMapSettings(): { settings: PageMapSettings; attribution: string } {
  const settings = useRootData()?.maps ?? BUNDLED;
  return { settings, attribution: settings.google || settings.styleUrl ? "" : MAP_ATTRIBUTION };
}

/** One line, which expands to the full text. */
export function Attribution({ text }: { text: string }) {
  if (!text) return null;
  return (
    <details className="absolute bottom-0 left-0 max-w-full rounded-tr-md bg-surface/90 px-2 text-xs leading-snug text-muted-foreground">
      <summary className="flex min-h-6 cursor-pointer items-center">
        © OpenStreetMap, GSHHG and others
      </summary>
      <p className="pb-1">{text}</p>
    </details>
  );
}
