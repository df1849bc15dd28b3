// The filters by car, island and dates above a host's bookings, and the choice of rows or cards. A
// phone shows the filters on request.
import { useState } from "react";
import type { Api } from "../../../../contract/index.ts";
import { isIslandId, islandName, ISLAND_IDS } from "../../../../domain/place/islands.ts";
import { DayFields } from "../../../parts/list/day-fields.tsx";
import { useApi } from "../../../api/use-api.ts";
import { cx } from "../../../ui/cx.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/form/controls.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LayoutChoice, type LayoutChoiceProps } from "../layout-choice.tsx";
import type { TripFilters } from "./trip-filters.ts";

export interface FilterBarProps extends LayoutChoiceProps {
  filters: TripFilters;
  onFilters: (filters: TripFilters) => void;
}

export function FilterBar({ filters, onFilters, layout, onLayout }: FilterBarProps) {
  const [open, setOpen] = useState(false);
  const count = Object.keys(filters).length;
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <Button
        variant="outline"
        size="small"
        className="md:hidden"
        aria-expanded={open}
        aria-controls="trip-filters"
        onClick={() => setOpen(!open)}
      >
        <Icon name="sliders-horizontal" size={16} />
        Filters{count > 0 && ` (${count})`}
      </Button>
      <div
        id="trip-filters"
        className={cx(
          "order-last w-full grid-cols-2 items-end gap-3 md:order-none md:flex md:w-auto md:flex-wrap",
          open ? "grid" : "hidden",
        )}
      >
        <CarAndIsland filters={filters} onFilters={onFilters} />
        <DayFields filters={filters} onFilters={onFilters} />
        {count > 0 && (
          <Button variant="ghost" onClick={() => onFilters({})}>
            Clear filters
          </Button>
        )}
      </div>
      <LayoutChoice layout={layout} onLayout={onLayout} />
    </div>
  );
}

type Car = Api["GET /api/host/booked-cars"]["output"]["cars"][number];

const carLabel = ({ title, make, model, license_plate }: Car): string =>
  [title || `${make} ${model}`, license_plate].filter(Boolean).join(", ");

/** With a single car, or cars on one island, there is nothing to choose. */
function CarAndIsland({ filters, onFilters }: Pick<FilterBarProps, "filters" | "onFilters">) {
  const { data } = useApi("GET /api/host/booked-cars", {});
  const cars = data?.cars ?? [];
  const islands = ISLAND_IDS.filter((island) => cars.some((car) => car.island === island));
  const { car, island, ...others } = filters;
  return (
    <>
      {(cars.length > 1 || car) && (
        <Field label="Car" className="md:w-56">
          <Select
            value={car ?? ""}
            onChange={({ target: { value } }) =>
              onFilters({ ...others, ...(island && { island }), ...(value && { car: value }) })
            }
          >
            <option value="">All cars</option>
            {cars.map((each) => (
              <option key={each.id} value={each.id}>
                {carLabel(each)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {(islands.length > 1 || island) && (
        <Field label="Island" className="md:w-44">
          <Select
            value={island ?? ""}
            onChange={({ target: { value } }) =>
              onFilters({
                ...others,
                ...(car && { car }),
                ...(isIslandId(value) && { island: value }),
              })
            }
          >
            <option value="">All islands</option>
            {islands.map((each) => (
              <option key={each} value={each}>
                {islandName(each)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}
