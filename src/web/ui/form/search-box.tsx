// A search box that searches when typing pauses. It keeps the text as typed, unless the search
// changes by other means.
import { MAX_SEARCH_LENGTH } from "../../../domain/text/limits.ts";
import { useEffect, useState } from "react";
import { TextInput } from "./controls.tsx";
import { cx } from "../cx.ts";
import { Icon } from "../icon.tsx";

const PAUSE_MS = 300;

export interface SearchBoxProps {
  /** The box's accessible name: "Search bookings". */
  label: string;
  /** For a form that also works without JavaScript. */
  name?: string;
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  onFocus?: () => void;
  className?: string;
}

export function SearchBox({
  label,
  name,
  placeholder,
  search,
  onSearch,
  onFocus,
  className,
}: SearchBoxProps) {
  const [typed, setTyped] = useState(search);
  const [searched, setSearched] = useState(search);
  const [shown, setShown] = useState(search);
  if (search !== shown) {
    setShown(search);
    if (search !== searched) {
      setSearched(search);
      setTyped(search);
    }
  }
  useEffect(() => {
    const text = typed.trim();
    if (text === searched) return;
    const timer = setTimeout(() => {
      setSearched(text);
      onSearch(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <search className={cx("w-full sm:w-64", className)}>
      <TextInput
        type="search"
        name={name}
        aria-label={label}
        placeholder={placeholder}
        icon={<Icon name="search" />}
        value={typed}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        onFocus={onFocus}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  );
}
