// Shows what is costly when somebody has scrolled near its place.
import { Suspense, useEffect, useRef, useState, type ReactNode } from "react";

/** Near enough to begin, so that it is often there when it comes into sight. */
const NEAR = "300px";

export interface WhenNearProps {
  /** As large as what comes, so that nothing jumps. */
  fallback: ReactNode;
  children: ReactNode;
  className?: string;
}

export function WhenNear({ fallback, children, className }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: NEAR,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className={className}>
      {isNear ? <Suspense fallback={fallback}>{children}</Suspense> : fallback}
    </div>
  );
}
