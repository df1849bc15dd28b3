// A list of the admin's, as it stands in a panel; and what stands there when nothing fits its filter and its search.
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { EmptyArt } from "../../ui/empty-art.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PagedList, type PagedListProps } from "../../parts/list/paged-list.tsx";
import type { Page } from "../../api/use-pages.ts";
import { TableSkeleton } from "../../ui/table-skeleton.tsx";
import { capitalised } from "../../parts/page/words.ts";

interface AdminListProps<P extends Page, T> extends Omit<
  PagedListProps<P, T>,
  "bare" | "failed" | "status" | "skeleton"
> {
  /** What it is a list of, as in "The payouts did not load.": "payouts". */
  of: string;
  skeleton?: ReactNode;
}

export function AdminList<P extends Page, T>({ of, skeleton = <TableSkeleton />, ...props }: AdminListProps<P, T>) {
  const { data, isPending } = props.list;
  const count = data?.pages.reduce((sum, page) => sum + props.itemsOf(page).length, 0) ?? 0;
  return (
    <PagedList
      bare
      failed={{ toast: "Failed to load admin dashboard data", title: `The ${of} did not load.` }}
      status={data ? `${capitalised(of)} shown: ${count}` : isPending ? `Loading the ${of}` : ""}
      skeleton={skeleton}
      {...props}
    />
  );
}

interface NothingFoundProps {
  /** The list's, of parts/list/list-view.ts. */
  view: { filter: string; search: string };
  onShowAll: () => void;
  /** One of what was looked for: "booking". */
  one: string;
  /** Where nothing was looked for: there is none at all. */
  none: { title: string; text: string };
  /** Why there is none under the filter. */
  inState?: string;
}

export function NothingFound({ view: { filter, search }, onShowAll, one, none, inState }: NothingFoundProps) {
  if (filter === "all" && !search) return <EmptyState art={<EmptyArt of="plans" />} {...none} />;
  return (
    <EmptyState
      art={<EmptyArt of="search" />}
      title={`No ${one}s found`}
      text={search ? `No ${one} fits “${search}”.` : (inState ?? `No ${one} is in this state.`)}
      actions={<Button onClick={onShowAll}>Show all {one}s</Button>}
    />
  );
}
