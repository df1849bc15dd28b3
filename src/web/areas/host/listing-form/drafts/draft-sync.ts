// Saves the draft of a new listing: at once in this browser, and on the server after each pause in
// typing. It retries over a lost network, and notices changes made on another device.
import { isCode, isRefused } from "../../../../api/api.ts";
import type { SavedDraft } from "./listing-draft.ts";
import { FIELDS, type ListingValues } from "../listing-values.ts";

const PAUSE_MS = 1000;
const RETRY_MS = [3000, 10_000, 30_000];

/** Where a draft is stored. */
export interface DraftStore {
  /** @throws ApiError */
  save: (version: number, values: ListingValues) => Promise<number>;
  /** The draft on the server. @throws ApiError */
  read: () => Promise<SavedDraft | undefined>;
  /** Keeps in this browser what `saved` does not hold yet. @returns whether it could be stored */
  keepHere: (values: ListingValues, saved: SavedDraft | null) => boolean;
  dropHere: () => void;
}

export interface DraftStatus {
  /** What the server has; null for nothing yet. */
  saved: SavedDraft | null;
  /** Whether there are changes that the server does not have yet. */
  isPending: boolean;
  /** Whether this browser has them. */
  isHere: boolean;
  /** Why the last attempt to save them failed. */
  error: unknown;
  /** Another device's version that differs from the one that was changed here. */
  newer: SavedDraft | null;
  /** Another device has made the draft a listing. */
  isListed: boolean;
}

export const NOTHING_SAVED: DraftStatus = {
  saved: null,
  isPending: false,
  isHere: false,
  error: undefined,
  newer: null,
  isListed: false,
};

export class DraftSync {
  readonly #store: DraftStore;
  readonly #onChange: (status: DraftStatus) => void;
  #status: DraftStatus;
  #typed: ListingValues | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;
  #isHeld = false;
  #failures = 0;
  /** What was sent without an answer. The server may have saved any of it. */
  #unanswered: ListingValues[] = [];

  constructor(
    store: DraftStore,
    start: Pick<DraftStatus, "saved" | "newer">,
    onChange: (status: DraftStatus) => void,
  ) {
    this.#store = store;
    this.#status = { ...NOTHING_SAVED, ...start };
    this.#onChange = onChange;
  }

  /** Takes the form's values. @param isWorthSaving whether they are more than the defaults */
  note(values: ListingValues, isWorthSaving: boolean): void {
    this.#typed = values;
    if (this.#isHeld) return;
    const { saved, isPending: wasPending } = this.#status;
    const isPending = saved ? !isSame(values, saved.values) : isWorthSaving;
    const isHere = isPending && this.#store.keepHere(values, saved);
    if (!isPending) this.#store.dropHere();
    this.#failures = 0;
    if (isPending || wasPending) this.#report({ isPending, isHere });
    if (isPending) this.#schedule(PAUSE_MS);
  }

  /**
   * Takes what the server has now.
   * @returns the draft to show, if another device has changed it and nothing is unsaved here
   */
  see(found: SavedDraft): SavedDraft | undefined {
    const { saved, isPending } = this.#status;
    if (this.#isSending || this.#isBlocked() || found.version <= (saved?.version ?? 0)) return;
    if (!isPending) {
      this.#report({ saved: found });
      return found;
    }
    if (!this.#takeOwn(found)) this.#report({ newer: found });
  }

  /** Continues from the other device's version. The caller then shows and notes the values. */
  acceptNewer(): void {
    const { newer, saved } = this.#status;
    this.#report({ saved: newer ?? saved, newer: null, error: undefined });
  }

  /** Saves at once what is waiting. */
  flush(): void {
    void this.#send();
  }

  /** Stops saving, before the draft is sent as a listing or discarded. This browser keeps it, as
   *  the answer may be lost. */
  hold(): void {
    this.#isHeld = true;
    clearTimeout(this.#timer);
    if (this.#typed) this.#store.keepHere(this.#typed, this.#status.saved);
  }

  /** Goes on after the listing was refused. */
  release(): void {
    this.#isHeld = false;
    if (this.#status.isPending) this.#schedule(PAUSE_MS);
  }

  #report(change: Partial<DraftStatus>): void {
    this.#status = { ...this.#status, ...change };
    this.#onChange(this.#status);
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), ms);
  }

  #isBlocked(): boolean {
    return this.#isHeld || this.#status.newer !== null || this.#status.isListed;
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    const values = this.#typed;
    const { isPending, saved } = this.#status;
    if (this.#isSending || this.#isBlocked() || !isPending || !values) return;
    this.#isSending = true;
    try {
      if (this.#unanswered.at(-1) !== values) this.#unanswered.push(values);
      this.#acknowledge(await this.#store.save(saved?.version ?? 0, values), values);
    } catch (error) {
      await this.#recover(error).catch((reason: unknown) => this.#retryLater(reason));
    } finally {
      this.#isSending = false;
    }
    if (this.#status.isPending && this.#failures === 0) this.#schedule(PAUSE_MS);
  }

  #acknowledge(version: number, values: ListingValues): void {
    this.#unanswered = [];
    this.#failures = 0;
    const saved = { version, values };
    const typed = this.#typed;
    const isPending = typed !== null && !isSame(typed, values);
    if (isPending) this.#store.keepHere(typed, saved);
    else if (!this.#isHeld) this.#store.dropHere();
    this.#report({ saved, isPending, isHere: isPending, error: undefined });
  }

  #retryLater(error: unknown): void {
    this.#report({ error });
    const isFinal = isRefused(error) && !isCode(error, "rate_limited");
    // After a refusal, the next change tries again.
    if (!isFinal)
      this.#schedule(RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? PAUSE_MS);
    this.#failures++;
  }

  /** Finds out what a refusal means. @throws anything that it can't settle */
  async #recover(error: unknown): Promise<void> {
    if (this.#isHeld) return;
    if (isCode(error, "listing_id_taken")) return this.#report({ isListed: true, error });
    // Another device has discarded the draft: what is typed here becomes a new one.
    if (isCode(error, "not_found")) return this.#report({ saved: null });
    if (!isCode(error, "draft_changed")) throw error;
    const found = await this.#store.read();
    if (!found) this.#report({ saved: null });
    else if (!this.#takeOwn(found)) this.#report({ newer: found });
  }

  /** Whether the server has what was typed here, because an answer was lost or both typed it. */
  #takeOwn(found: SavedDraft): boolean {
    const typed = this.#typed ? [this.#typed] : [];
    const own = [...this.#unanswered, ...typed].find((values) =>
      isSameTrimmed(values, found.values),
    );
    if (own) this.#acknowledge(found.version, own);
    return own !== undefined;
  }
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const trimmed = (value: unknown): unknown => (typeof value === "string" ? value.trim() : value);

/** The server stores texts without surrounding spaces. */
const isSameTrimmed = (one: ListingValues, other: ListingValues): boolean =>
  FIELDS.every((field) => isSame(trimmed(one[field]), trimmed(other[field])));
