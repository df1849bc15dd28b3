// The filter buttons and the search box over a list.
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Chip } from "./chip.tsx";
import { Input } from "./controls.tsx";

const PAUSE_MS = 300;
const MAX_SEARCH_LENGTH = 100;

export interface ListToolbarProps<Filter extends string> extends SearchBoxProps {
  filters: readonly { value: Filter; label: string }[];
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

export function ListToolbar<Filter extends string>(props: ListToolbarProps<Filter>) {
  const { filters, filter, onFilter, ...search } = props;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div role="group" aria-label="Show" className="flex flex-wrap gap-2">
        {filters.map(({ value, label }) => (
          <Chip key={value} pressed={value === filter} onClick={() => onFilter(value)}>
            {label}
          </Chip>
        ))}
      </div>
      <SearchBox {...search} />
    </div>
  );
}

interface SearchBoxProps {
  search: string;
  /** Names the box for screen readers. */
  label: string;
  placeholder: string;
  onSearch: (search: string) => void;
}

/** Searches when the typing pauses. What is typed stays as typed; the URL changing by other means changes it. */
function SearchBox({ search, label, placeholder, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(search);
  const [asked, setAsked] = useState(search);
  const [shown, setShown] = useState(search);
  if (search !== shown) {
    setShown(search);
    if (search !== asked) {
      setAsked(search);
      setTyped(search);
    }
  }
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === asked) return;
    const timer = setTimeout(() => {
      setAsked(wanted);
      onSearch(wanted);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <search className="w-full sm:w-64">
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        icon={<Search size={20} strokeWidth={1.75} />}
        value={typed}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  );
}
