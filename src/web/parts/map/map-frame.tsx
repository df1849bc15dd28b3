// The place of a map on a page: still water until the map is there, its buttons, its attribution, and a sentence where there can be none.
import { Minus, Plus } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Point } from "../../../domain/place/bahamas.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Attribution, useMapSettings } from "./attribution.tsx";
import { createMap, NoMapError, type MapView } from "./map.ts";

export interface MapFrameProps {
  /** Names the map for screen readers. */
  label: string;
  /** Where the map begins; what changes later moves nothing. */
  center: Point;
  zoom: number;
  /** Stands in the map's place until it is drawn. */
  picture?: ReactNode;
  /** Leaves the wheel and one finger to the page around it. */
  gentle?: boolean;
  /** Where the same can be read: "The list has the same cars." */
  instead: string;
  /** The map, once it is there; null when it goes. Must stay the same function. */
  onMap: (map: MapView | null) => void;
  onMoved?: () => void;
  onClick?: (point: Point) => void;
  /** Over the map. */
  children?: ReactNode;
  /** Of the map itself: its height. */
  className?: string;
}

type State = "loading" | "shown" | "impossible" | "failed";

export function MapFrame(props: MapFrameProps) {
  const { label, instead, picture, children, className } = props;
  const { settings, attribution: expected } = useMapSettings();
  const [attribution, setAttribution] = useState(expected);
  const [isGoogleLost, setGoogleLost] = useState(false);
  const [state, setState] = useState<State>("loading");
  const [attempt, setAttempt] = useState(0);
  const [map, setMap] = useState<MapView | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let gone = false;
    let view: MapView | null = null;
    const { center, zoom, gentle = false, onMap } = latest.current;
    const open = async () => {
      try {
        const made = await createMap(
          element,
          {
            label,
            center,
            zoom,
            gentle,
            onMoved: () => latest.current.onMoved?.(),
            onClick: (point) => latest.current.onClick?.(point),
            onLost: () => setGoogleLost(true),
          },
          { ...settings, google: settings.google && !isGoogleLost },
        );
        if (gone) return made.destroy();
        view = made;
        await made.drawn;
        if (gone) return;
        setAttribution(made.attribution);
        setState("shown");
        setMap(made);
        onMap(made);
      } catch (error) {
        if (gone) return;
        view?.destroy();
        view = null;
        setState(error instanceof NoMapError ? "impossible" : "failed");
      }
    };
    void open();
    return () => {
      gone = true;
      view?.destroy();
      setMap(null);
      onMap(null);
    };
  }, [label, settings, attempt, isGoogleLost]);

  return (
    <div role="region" aria-label={label} className="@container">
      <div className={cx("relative isolate overflow-hidden rounded-lg bg-(--map-deep)", className)}>
        {picture}
        <div ref={container} className="relative size-full" />
        {map && (
          <div className="absolute top-3 right-3 grid overflow-hidden rounded-md bg-surface shadow-float">
            <ZoomButton label="Zoom in" onClick={() => map.zoomBy(1)}>
              <Plus aria-hidden="true" size={20} strokeWidth={2} />
            </ZoomButton>
            <ZoomButton label="Zoom out" onClick={() => map.zoomBy(-1)}>
              <Minus aria-hidden="true" size={20} strokeWidth={2} />
            </ZoomButton>
          </div>
        )}
        {state === "shown" && children}
        {state !== "shown" && (
          <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-4 text-center text-(--map-label)">
            {state === "loading" && (
              <>
                <p className="text-sm asleep:hidden noscript:hidden">Loading the map...</p>
                <Button
                  variant="outline"
                  size="small"
                  className="!bg-surface shadow-float not-asleep:hidden noscript:hidden"
                >
                  Open the map
                </Button>
                <noscript>
                  <p>The map needs JavaScript. {instead}</p>
                </noscript>
              </>
            )}
            {state === "impossible" && (
              <p role="status">This browser cannot draw the map, because it has no WebGL. {instead}</p>
            )}
            {state === "failed" && (
              <>
                <p role="status">The map did not load. {instead}</p>
                <Button
                  variant="outline"
                  size="small"
                  onClick={() => {
                    setState("loading");
                    setAttempt(attempt + 1);
                  }}
                >
                  Try again
                </Button>
              </>
            )}
          </div>
        )}
        <Attribution text={attribution} />
      </div>
    </div>
  );
}

function ZoomButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid size-10 place-items-center not-first:border-t not-first:border-border hover:bg-surface-2 focus-visible:-outline-offset-2"
      onClick={onClick}
    >
      {children}
    </button>
  );
}
