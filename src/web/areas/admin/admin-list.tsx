// An admin list inside a panel, and its message when nothing matches the filter and search.
import type { ReactNode } from "react";
import { formatCount } from "../../../domain/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyArt } from "../../ui/empty-art.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PagedList, type PagedListProps } from "../../parts/list/paged-list.tsx";
import type { Page } from "../../api/use-api.ts";
import { TableSkeleton } from "../../ui/table-skeleton.tsx";
import { capitalised } from "../../../domain/text/capitalised.ts";

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
  const total = data?.pages[0]?.total;
  const shown =
    total === undefined ? formatCount(count) : `${formatCount(count)} of ${formatCount(total)}`;
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
  onShowAll,
  one,
  none,
  inState,
}: NothingFoundProps) {
  if (filter === "all" && !search) return <EmptyState art={<EmptyArt of="plans" />} title={none} />;
  return (
    <EmptyState
      art={<EmptyArt of="search" />}
      title={`No ${one}s found`}
      text={search ? `No ${one} matches “${search}”.` : (inState ?? `No ${one} has this status.`)}
      actions={<Button onClick={onShowAll}>Show all {one}s</Button>}
    />
  );
}
