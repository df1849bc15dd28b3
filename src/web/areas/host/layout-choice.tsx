// The choice between rows and cards above a host's list.
import { Chip } from "../../ui/form/chip.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LAYOUTS, type ListLayout } from "./list-layout.ts";

const LABELS = { rows: "Rows", cards: "Cards" } as const;
const ICONS = { rows: "list", cards: "layout-grid" } as const;

export interface LayoutChoiceProps {
  layout: ListLayout;
  onLayout: (layout: ListLayout) => void;
}

export const LayoutChoice = ({ layout, onLayout }: LayoutChoiceProps) => (
  <div role="group" aria-label="Layout" className="ml-auto flex gap-2">
    {LAYOUTS.map((each) => (
      <Chip key={each} pressed={layout === each} onClick={() => onLayout(each)}>
        <Icon name={ICONS[each]} size={16} />
        {LABELS[each]}
      </Chip>
    ))}
  </div>
);
