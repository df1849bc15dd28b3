// Renders expensive content once its place is near the viewport.
import { Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { onNear } from "./on-near.ts";

export interface WhenNearProps {
  /** As large as the content, so that the layout does not shift. */
  fallback: ReactNode;
  children: ReactNode;
  className?: string;
}

export function WhenNear({ fallback, children, className }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (place.current) return onNear(place.current, () => setNear(true));
  }, []);
  return (
    <div ref={place} className={className}>
      {isNear ? <Suspense fallback={fallback}>{children}</Suspense> : fallback}
    </div>
  );
}
