// How long a map may take to load. A slow network gets enough time; without any response the user
// gets an error and a retry.
const DRAW_MS = 20_000;

/** Calls `act` when the deadline has passed while the tab was visible, since nothing is drawn in
 *  a hidden tab.
 *  @returns a function that cancels the wait */
export function runOnLoadTimeout(act: () => void): () => void {
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
