import { useEffect, useState } from "react";

/** Whether the condition has been true for this long. */
export function useIsLasting(condition: boolean, ms: number): boolean {
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setLasting(true), ms);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [condition, ms]);
  return condition && isLasting;
}
