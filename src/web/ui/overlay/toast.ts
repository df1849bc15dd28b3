// The store of the toasts. `toast()` may be called from anywhere in the browser; toaster.tsx shows
// them.

export interface Toast {
  title: string;
  description?: string;
  /** Default: something succeeded. Destructive: something failed, announced immediately; the
   *  others wait for a pause. */
  variant?: "default" | "neutral" | "destructive";
}

export interface ShownToast extends Toast {
  id: number;
}

const MAX_SHOWN = 3;
let shown: readonly ShownToast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly ShownToast[]) {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a message. With more than three, the oldest is dropped. */
export function toast(message: Toast): void {
  set([...shown, { ...message, id: nextId++ }].slice(-MAX_SHOWN));
}

export function dismissToast(id: number): void {
  set(shown.filter((one) => one.id !== id));
}

export function dismissAllToasts(): void {
  set([]);
}

/** For useSyncExternalStore. */
export const toasts = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  get: () => shown,
};
