// The button below a list that loads its next page.
import { Button } from "../../ui/button.tsx";

export interface ShowMoreProps {
  list: { isFetchingNextPage: boolean };
  label?: string;
  className?: string;
  onClick: () => void;
}

export function ShowMore({ list, label = "Show more", className, onClick }: ShowMoreProps) {
  return (
    <Button
      variant="outline"
      className={className}
      busy={list.isFetchingNextPage}
      busyLabel="Loading..."
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
