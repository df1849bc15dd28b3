// The filter buttons and the search box above a list.
import { formatCount } from "../../../domain/text/format.ts";
import { Chip } from "./chip.tsx";
import { SearchBox, type SearchBoxProps } from "./search-box.tsx";

export interface ListToolbarProps<Filter extends string> extends SearchBoxProps {
  filters: readonly { value: Filter; label: string; count?: number | undefined }[];
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

export function ListToolbar<Filter extends string>(props: ListToolbarProps<Filter>) {
  const { filters, filter, onFilter, ...search } = props;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div role="group" aria-label="Show" className="flex flex-wrap gap-2">
        {filters.map(({ value, label, count }) => (
          <Chip key={value} pressed={value === filter} onClick={() => onFilter(value)}>
            {label}
            {count !== undefined && (
              <span className="font-regular tabular-nums opacity-75">{formatCount(count)}</span>
            )}
          </Chip>
        ))}
      </div>
      <SearchBox {...search} />
    </div>
  );
}
