// The dialog of the admins' search: a combobox whose results are links, in groups.
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { Link, useNavigate } from "react-router";
import { keepPreviousData } from "@tanstack/react-query";
import { formatCounted } from "../../../../domain/text/format.ts";
import { MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH } from "../../../../domain/text/limits.ts";
import { useApi } from "../../../api/use-api.ts";
import { cx } from "../../../ui/cx.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Checkbox, TextInput } from "../../../ui/form/controls.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toSearchGroups, type SearchGroup, type SearchResult } from "./search-groups.tsx";

const PAUSE_MS = 250;

export interface SearchDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether the "/" key opens it. */
  hasKey: boolean;
  onHasKey: (on: boolean) => void;
}

export default function SearchDialog(props: SearchDialogProps) {
  const { open, onOpenChange, hasKey, onHasKey } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Search everything"
      hasCloseButton
      className="content-start max-md:h-[92dvh] md:min-h-[min(34rem,92dvh)] md:w-[min(40rem,100%)]"
    >
      <Search onClose={() => onOpenChange(false)} />
      <div className="mt-auto hidden md:block">
        <Checkbox checked={hasKey} onChange={({ target }) => onHasKey(target.checked)}>
          Open with the / key
        </Checkbox>
      </div>
    </Dialog>
  );
}

function Search({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const search = useAfterPause(typed.trim());
  const isSearch = search.length >= MIN_SEARCH_LENGTH;
  const query = useApi(
    "GET /api/admin/search",
    { query: { text: search } },
    { enabled: isSearch, placeholderData: keepPreviousData },
  );
  const groups = isSearch && query.data ? toSearchGroups(query.data, search) : [];
  const results = groups.flatMap((group) => group.results);
  const listId = useId();
  const isCurrent = typed.trim() === search && query.isSuccess && !query.isPlaceholderData;
  const { activeId, onKeyDown } = useActiveResult(listId, results, isCurrent, onClose);
  const isOpen = results.length > 0;
  const box = useFocusOnceOpen();
  return (
    <>
      <TextInput
        ref={box}
        type="search"
        role="combobox"
        aria-label="Search everything"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={activeId === undefined ? undefined : optionId(listId, activeId)}
        aria-describedby={`${listId}-hint`}
        placeholder="BK-4821-7390"
        icon={<Icon name="search" />}
        value={typed}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      <p
        id={`${listId}-hint`}
        className={cx("text-sm text-muted-foreground", isSearch && "sr-only")}
      >
        Find bookings, people, cars and cases by number, receipt, plate, phone, name, email or a
        card&rsquo;s last four digits.
      </p>
      <p role="status" className="sr-only">
        {isSearch && query.data ? formatCounted(results.length, "result", "results") : ""}
      </p>
      {isSearch && (
        <Outcome
          search={search}
          query={query}
          groups={groups}
          listId={listId}
          activeId={activeId}
          onFollow={onClose}
        />
      )}
    </>
  );
}

/** The dialog first focuses its close button, and remembers what had the focus before. */
function useFocusOnceOpen() {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => box.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return box;
}

/** The value once it has not changed for a moment. */
function useAfterPause(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const optionId = (listId: string, resultId: string): string => `${listId}-${resultId}`;

/** Arrow keys move through the results, which begin with the first; Enter opens one. Enter right
 *  after typing opens the first result of that text, once it has arrived. */
function useActiveResult(
  listId: string,
  results: readonly SearchResult[],
  isCurrent: boolean,
  onClose: () => void,
) {
  const navigate = useNavigate();
  const [chosenId, setChosenId] = useState<string>();
  const active = results.find(({ id }) => id === chosenId) ?? results[0];
  const isAwaited = useRef(false);
  const follow = () => {
    if (!active) return;
    onClose();
    void navigate(active.to);
  };
  useEffect(() => {
    if (!isCurrent || !isAwaited.current) return;
    isAwaited.current = false;
    follow();
  });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    isAwaited.current = event.key === "Enter" && !isCurrent;
    if (step !== undefined && active) {
      const next = results.at((results.indexOf(active) + step) % results.length);
      setChosenId(next?.id);
      if (next)
        document.getElementById(optionId(listId, next.id))?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      if (isCurrent) follow();
    } else return;
    event.preventDefault();
  };
  return { activeId: active?.id, onKeyDown };
}

interface OutcomeProps {
  search: string;
  query: Pick<ReturnType<typeof useApi>, "error" | "isFetching" | "isPending"> & {
    refetch: () => unknown;
  };
  groups: readonly SearchGroup[];
  listId: string;
  activeId: string | undefined;
  onFollow: () => void;
}

function Outcome({ search, query, groups, listId, activeId, onFollow }: OutcomeProps) {
  if (query.error)
    return (
      <FailedState
        level={3}
        title="The search didn't work."
        text="Check your connection and try again."
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.isPending)
    return (
      <div className="grid gap-3">
        {[1, 2, 3, 4].map((key) => (
          <Skeleton key={key} className="h-12 rounded-md" />
        ))}
      </div>
    );
  if (groups.length === 0)
    return (
      <EmptyState
        level={3}
        title="Nothing found"
        text={`No booking, person, car or case matches “${search}”.`}
      />
    );
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Results"
      className={cx("-mx-3 grid gap-4", query.isFetching && "opacity-60")}
    >
      {groups.map(({ title, results }) => (
        <div key={title} role="group" aria-labelledby={`${listId}-${title}`}>
          <p
            id={`${listId}-${title}`}
            role="presentation"
            className="px-3 pb-1 text-xs text-muted-foreground"
          >
            {title}
          </p>
          {results.map((result) => (
            <Result
              key={result.id}
              id={optionId(listId, result.id)}
              result={result}
              isActive={result.id === activeId}
              onFollow={onFollow}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface ResultProps {
  id: string;
  result: SearchResult;
  isActive: boolean;
  onFollow: () => void;
}

const Result = ({ id, result, isActive, onFollow }: ResultProps) => (
  <Link
    id={id}
    to={result.to}
    role="option"
    aria-selected={isActive}
    tabIndex={-1}
    onClick={onFollow}
    className={cx(
      "flex min-h-11 items-center justify-between gap-3 rounded-[.6rem] px-3 py-[.4rem] hover:bg-surface-2",
      isActive && "bg-surface-2",
    )}
  >
    <span className="min-w-0 wrap-anywhere">
      <b className="leading-tight">{result.label}</b>{" "}
      <span className="block text-sm leading-tight text-muted-foreground">{result.detail}</span>
    </span>
    {result.badges && (
      <span className="flex flex-none flex-wrap justify-end gap-1">{result.badges}</span>
    )}
  </Link>
);
