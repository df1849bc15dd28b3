// The frame of a map: the placeholder until it is drawn, its buttons, its attribution, and an error
// where no map is possible.
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Point } from "../../../domain/place/bahamas.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Attribution, useMapSettings } from "./attribution.tsx";
import type { MapView } from "./map-view.ts";
import { createMap, NoMapError } from "./map.ts";
import { useEarlyPress } from "../../ui/early-press.tsx";
import { Icon } from "../../ui/icon.tsx";
import { isConnectionSlow } from "../../api/slow-connection.ts";

export interface MapFrameProps {
  /** The map's accessible name. */
  label: string;
  /** The initial view; later changes have no effect. */
  center: Point;
  zoom: number;
  /** Shown in the map's place until it is drawn. */
  picture?: ReactNode;
  /** Shown over that picture, even until the caller has added its own markers to the map. On a slow
   *  connection both are enough until the user touches the map. */
  overPicture?: ReactNode;
  /** Leaves wheel and one-finger scrolling to the page. */
  gentle?: boolean;
  /** Where to find the same information: "The list has the same cars." */
  instead: string;
  /** Called with the map when it is ready, and with null when it is removed. Must be a stable
   *  function. */
  onMap: (map: MapView | null) => void;
  onMoved?: () => void;
  onClick?: (point: Point) => void;
  /** Shown over the map. */
  children?: ReactNode;
  /** For the map itself: its height. */
  className?: string;
}

type State = "loading" | "shown" | "impossible" | "failed";

export function MapFrame(props: MapFrameProps) {
  const { label, instead, picture, overPicture, children, className } = props;
  const { container, map, state, attribution, isWaiting, open, retry } = useMap(props);
  return (
    <div role="region" aria-label={label}>
      <div className={cx("relative isolate overflow-hidden rounded-lg bg-(--map-deep)", className)}>
        {picture}
        <div ref={container} className="relative size-full" onPointerDown={open} />
        {map && (
          <div className="map-zoom absolute top-3 right-3 grid overflow-hidden rounded-md bg-surface shadow-float">
            <ZoomButton label="Zoom in" onClick={() => map.zoomBy(1)}>
              <Icon name="plus" className="stroke-2" />
            </ZoomButton>
            <ZoomButton label="Zoom out" onClick={() => map.zoomBy(-1)}>
              <Icon name="minus" className="stroke-2" />
            </ZoomButton>
          </div>
        )}
        {state === "shown" ? (
          children
        ) : (
          <NoMapYet
            state={state}
            instead={instead}
            isWaiting={isWaiting}
            onOpen={open}
            onRetry={retry}
          />
        )}
        {state !== "impossible" && state !== "failed" && overPicture}
        <Attribution text={attribution} />
      </div>
    </div>
  );
}

/** Opens the map in the container, without Google after that has failed. */
function useMap(props: MapFrameProps) {
  const { label } = props;
  const { settings, attribution: expected } = useMapSettings();
  const [attribution, setAttribution] = useState(expected);
  const [isGoogleLost, setGoogleLost] = useState(false);
  const [state, setState] = useState<State>("loading");
  const [attempt, setAttempt] = useState(0);
  const [isWaiting, setWaiting] = useState(Boolean(props.overPicture));
  const [map, setMap] = useState<MapView | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!isConnectionSlow()) setWaiting(false);
  }, []);

  useEffect(() => {
    const element = container.current;
    if (!element || isWaiting) return;
    let gone = false;
    let view: MapView | null = null;
    const { center, zoom, gentle = false, onMap } = latest.current;
    const options = {
      label,
      center,
      zoom,
      gentle,
      onMoved: () => latest.current.onMoved?.(),
      onClick: (point: Point) => latest.current.onClick?.(point),
      onLost: () => setGoogleLost(true),
    };
    const open = async () => {
      try {
        const google = settings.google && !isGoogleLost;
        const made = await createMap(element, options, { ...settings, google });
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
  }, [label, settings, attempt, isGoogleLost, isWaiting]);
  const retry = () => {
    setState("loading");
    setAttempt(attempt + 1);
  };
  const open = () => setWaiting(false);
  return { container, map, state, attribution, isWaiting, open, retry };
}

interface NoMapYetProps {
  state: Exclude<State, "shown">;
  instead: string;
  /** The user has to ask for the map. */
  isWaiting: boolean;
  onOpen: () => void;
  onRetry: () => void;
}

/** Shown in the map's place until it is drawn, or if it cannot be drawn. */
function NoMapYet({ state, instead, isWaiting, onOpen, onRetry }: NoMapYetProps) {
  const press = useEarlyPress(onOpen);
  return (
    <div
      className={cx(
        "pointer-events-none absolute inset-0 grid justify-items-center gap-3 p-4 pb-20 text-center text-(--map-label) *:pointer-events-auto",
        state === "loading" ? "content-end" : "content-center",
      )}
    >
      {state === "loading" && (
        <>
          {isWaiting ? (
            <Button variant="outline" size="small" className="!bg-surface shadow-float" {...press}>
              Open map
            </Button>
          ) : (
            <p className="rounded-full bg-surface/90 px-3 py-1 text-sm text-foreground noscript:hidden">
              Loading map...
            </p>
          )}
          <noscript>
            <p>The map needs JavaScript. {instead}</p>
          </noscript>
        </>
      )}
      {state === "impossible" && (
        <p role="status">
          Your browser can&rsquo;t show the map because it has no WebGL. {instead}
        </p>
      )}
      {state === "failed" && (
        <>
          <p role="status">We couldn&rsquo;t load the map. {instead}</p>
          <Button variant="outline" size="small" onClick={onRetry}>
            Try again
          </Button>
        </>
      )}
    </div>
  );
}

function ZoomButton({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
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
