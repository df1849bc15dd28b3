// The cars whose days are blocked: one, several or all, with a search in larger fleets.
import { useState, type KeyboardEvent } from "react";
import { FormField } from "../../../../forms/fields.tsx";
import type { AppForm } from "../../../../forms/use-app-form.ts";
import { Checkbox } from "../../../../ui/form/controls.tsx";
import { SearchBox } from "../../../../ui/form/search-box.tsx";
import type { BlockValues, CarOption } from "./use-block-draft.ts";

/** Smaller fleets fit in the list without scrolling. */
const SEARCHED_FROM = 7;

/** Whether a car's title, make, model and plate contain each word. */
function isFound({ title, make, model, license_plate: plate }: CarOption, search: string) {
  const text = [title, make, model, plate].filter(Boolean).join(" ").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const keepFromSending = (event: KeyboardEvent) => {
  if (event.key === "Enter") event.preventDefault();
};

export interface CarChoiceProps {
  form: AppForm<BlockValues>;
  cars: readonly CarOption[];
}

export function CarChoice({ form, cars }: CarChoiceProps) {
  const [search, setSearch] = useState("");
  const { carIds } = form.values;
  const found = cars.filter((car) => isFound(car, search));
  const others = carIds.filter((id) => !found.some((car) => car.id === id));
  const isAll = carIds.length - others.length === found.length;
  return (
    <FormField
      form={form}
      name="carIds"
      group
      label={carIds.length > 1 ? `Cars (${carIds.length})` : "Cars"}
    >
      {/* Enter in the search doesn't send the form. */}
      <div role="presentation" className="grid gap-2" onKeyDown={keepFromSending}>
        {cars.length >= SEARCHED_FROM && (
          <SearchBox
            label="Search cars"
            placeholder="Plate, title, make or model"
            search={search}
            onSearch={setSearch}
            className="sm:w-full"
          />
        )}
        <div className="control max-h-56! overflow-y-auto py-1!">
          {found.length === 0 && (
            <p className="py-2 text-sm text-muted-foreground">No car matches “{search}”.</p>
          )}
          {found.length > 1 && (
            <Checkbox
              checked={isAll}
              onChange={() =>
                form.set("carIds", isAll ? others : [...others, ...found.map(({ id }) => id)])
              }
              className="font-medium"
            >
              {search ? `All ${found.length} found` : `All ${cars.length} cars`}
            </Checkbox>
          )}
          {found.map(({ id, title, license_plate: plate }) => (
            <Checkbox
              key={id}
              checked={carIds.includes(id)}
              onChange={({ target }) =>
                form.set(
                  "carIds",
                  target.checked ? [...carIds, id] : carIds.filter((each) => each !== id),
                )
              }
            >
              {title}
              {plate && <span className="whitespace-nowrap text-muted-foreground"> · {plate}</span>}
            </Checkbox>
          ))}
        </div>
      </div>
    </FormField>
  );
}
