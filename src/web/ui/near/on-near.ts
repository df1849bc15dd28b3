// Calls back once an element is near the viewport.

/** Early enough that content has often loaded when it becomes visible. */
const NEAR = "300px";

/** @returns a function that stops watching */
export function onNear(element: Element, call: () => void): () => void {
  const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && call(), {
    rootMargin: NEAR,
  });
  observer.observe(element);
  return () => observer.disconnect();
}
