// An admin list inside a panel, and its message when nothing matches the filter and search.
import type { ReactNode } from "react";
import { formatCount, formatUsd } from "../../../domain/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyArt } from "../../ui/empty-art.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PagedList, type PagedListProps } from "../../parts/list/paged-list.tsx";
import type { Page } from "../../api/use-api.ts";
import { TableSkeleton } from "../../ui/table-skeleton.tsx";
import { capitalised } from "../../../domain/text/capitalised.ts";

/** A page that may also say how exact its total is, and what its items amount to. */
type CountedPage = Page & {
  total_is_exact?: boolean | undefined;
  total_amount_due_cents?: number | undefined;
};

/** "42", "5,000+" or "42, $1,234.00 in total". An inexact total may be less than what is shown. */
function formatTotal(
  { total, total_is_exact = true, total_amount_due_cents: cents }: CountedPage,
  shown: number,
): string | undefined {
  if (total === undefined) return undefined;
  const count = total_is_exact ? formatCount(total) : `${formatCount(Math.max(total, shown))}+`;
  return cents === undefined ? count : `${count}, ${formatUsd(cents)} in total`;
}

interface AdminListProps<P extends Page, T> extends Omit<
  PagedListProps<P, T>,
  "bare" | "failed" | "status" | "skeleton"
> {
  /** The plural of what it lists, as in "The payouts didn't load.": "payouts". */
  of: string;
  skeleton?: ReactNode;
}

export function AdminList<P extends Page, T>({
  of,
  skeleton = <TableSkeleton />,
  ...props
}: AdminListProps<P, T>) {
  const { data, isPending } = props.list;
  const count = data?.pages.reduce((sum, page) => sum + props.getItems(page).length, 0) ?? 0;
  const first: CountedPage | undefined = data?.pages[0];
  const total = first && formatTotal(first, count);
  const shown = total === undefined ? formatCount(count) : `${formatCount(count)} of ${total}`;
  return (
    <>
      <PagedList
        bare
        failed={{ toast: "Failed to load admin dashboard data", title: `The ${of} didn't load.` }}
        status={data ? `${capitalised(of)} shown: ${shown}` : isPending ? `Loading the ${of}` : ""}
        skeleton={skeleton}
        {...props}
      />
      {total !== undefined && count > 0 && (
        <p
          aria-hidden="true"
          className="border-t border-border px-4 py-3 text-sm text-muted-foreground tabular-nums"
        >
          {shown}
        </p>
      )}
    </>
  );
}

interface NothingFoundProps {
  /** The list's view, from parts/list/list-view.ts. */
  view: { filter: string; search: string };
  /** Whether an island or days limit it, too. */
  isRefined?: boolean;
  onShowAll: () => void;
  /** The singular of what was searched for: "booking". */
  one: string;
  /** The message if the unfiltered list is empty. */
  none: string;
  /** Why the filter matches nothing. */
  inState?: string;
}

export function NothingFound({
  view: { filter, search },
  isRefined = false,
  onShowAll,
  one,
  none,
  inState,
}: NothingFoundProps) {
  if (filter === "all" && !search && !isRefined)
    return <EmptyState art={<EmptyArt of="plans" />} title={none} />;
  const nothingText = () => {
    if (search) return `No ${one} matches “${search}”.`;
    return isRefined
      ? `No ${one} matches these filters.`
      : (inState ?? `No ${one} has this status.`);
  };
  return (
    <EmptyState
      art={<EmptyArt of="search" />}
      title={`No ${one}s found`}
      text={nothingText()}
      actions={<Button onClick={onShowAll}>Show all {one}s</Button>}
    />
  );
}
