// How long a map may take: a slow network gets it, one that never answers gets a sentence and another try.
const DRAW_MS = 20_000;

/** Acts when that time has passed before somebody's eyes: nothing is drawn in a tab that is hidden. @returns what ends the wait */
export function losePatience(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(act, DRAW_MS);
  };
  begin();
  document.addEventListener("visibilitychange", begin);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", begin);
  };
}
