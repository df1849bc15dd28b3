// The filter buttons and the search box over the list.
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import type { BookingFilter } from "../../lib/query.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Input } from "../../ui/controls.tsx";
import { FILTERS } from "./view.ts";

const PAUSE_MS = 300;
const MAX_SEARCH_LENGTH = 100;

export interface ToolbarProps {
  filter: BookingFilter;
  search: string;
  onFilter: (filter: BookingFilter) => void;
  onSearch: (search: string) => void;
}

export function Toolbar({ filter, search, onFilter, onSearch }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div role="group" aria-label="Show" className="flex flex-wrap gap-2">
        {FILTERS.map(({ value, label }) => (
          <Chip key={value} pressed={value === filter} onClick={() => onFilter(value)}>
            {label}
          </Chip>
        ))}
      </div>
      <SearchBox search={search} onSearch={onSearch} />
    </div>
  );
}

/** Searches when the typing pauses. What is typed stays as typed; the URL changing by other means changes it. */
function SearchBox({ search, onSearch }: Pick<ToolbarProps, "search" | "onSearch">) {
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
        aria-label="Search bookings"
        placeholder="Car or place"
        icon={<Search size={20} strokeWidth={1.75} />}
        value={typed}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  );
}
