// The search among a host's own cars.
import { SearchBox } from "../../ui/form/search-box.tsx";

export interface CarSearchProps {
  search: string;
  onSearch: (search: string) => void;
}

export function CarSearch(props: CarSearchProps) {
  return (
    <SearchBox
      label="Search cars"
      placeholder="Title, make, model or location"
      className="sm:w-80"
      {...props}
    />
  );
}
