// The order, the island and the days of an admin list. A phone shows them on request.
import { useState } from "react";
import { isIslandId, islandName, ISLAND_IDS } from "../../../domain/place/islands.ts";
import { DayFields } from "../../parts/list/day-fields.tsx";
import { cx } from "../../ui/cx.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/form/controls.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Refinements, SortChoices } from "./refinements.ts";

export interface RefineBarProps<Sort extends string> {
  refinements: Refinements<Sort>;
  sorts: SortChoices<Sort>;
  onRefine: (refinements: Refinements<Sort>) => void;
  /** Whether its items are on an island. */
  hasIslands?: boolean;
}

export function RefineBar<Sort extends string>(props: RefineBarProps<Sort>) {
  const { refinements, sorts, onRefine, hasIslands = false } = props;
  const { sort, island, ...days } = refinements;
  const [open, setOpen] = useState(false);
  const count = Object.keys(refinements).length;
  const chosenSort = sort && { sort };
  const chosenIsland = island && { island };
  return (
    <div className="grid justify-items-start gap-4">
      <Button
        variant="outline"
        size="small"
        className="md:hidden"
        aria-expanded={open}
        aria-controls="refinements"
        onClick={() => setOpen(!open)}
      >
        <Icon name="sliders-horizontal" size={16} />
        Sort and filter{count > 0 && ` (${count})`}
      </Button>
      <div
        id="refinements"
        className={cx(
          "w-full grid-cols-2 items-end gap-3 md:flex md:flex-wrap",
          open ? "grid" : "hidden",
        )}
      >
        <Field label="Sort by" className="md:w-52">
          <Select
            value={sort ?? ""}
            onChange={({ target: { value } }) => {
              const chosen = sorts.find((each) => each.value === value)?.value;
              onRefine({ ...days, ...chosenIsland, ...(chosen && { sort: chosen }) });
            }}
          >
            {sorts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {hasIslands && (
          <Field label="Island" className="md:w-44">
            <Select
              value={island ?? ""}
              onChange={({ target: { value } }) =>
                onRefine({ ...days, ...chosenSort, ...(isIslandId(value) && { island: value }) })
              }
            >
              <option value="">All islands</option>
              {ISLAND_IDS.map((each) => (
                <option key={each} value={each}>
                  {islandName(each)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <DayFields filters={refinements} onFilters={onRefine} />
        {count > 0 && (
          <Button variant="ghost" onClick={() => onRefine({})}>
            Clear
          </Button>
        )}
      </div>
    </div>
  );
}
