// The cars whose days are blocked: one, several or all.
import { FormField } from "../../../../forms/fields.tsx";
import type { AppForm } from "../../../../forms/use-app-form.ts";
import { Checkbox } from "../../../../ui/form/controls.tsx";
import type { BlockValues, CarOption } from "./use-block-draft.ts";

export interface CarChoiceProps {
  form: AppForm<BlockValues>;
  cars: readonly CarOption[];
}

export function CarChoice({ form, cars }: CarChoiceProps) {
  const { carIds } = form.values;
  const choose = (ids: readonly string[]) => form.set("carIds", ids);
  const isAll = carIds.length === cars.length;
  return (
    <FormField
      form={form}
      name="carIds"
      group
      label={carIds.length > 1 ? `Cars (${carIds.length})` : "Cars"}
    >
      <div className="control max-h-56! overflow-y-auto py-1!">
        <Checkbox
          checked={isAll}
          onChange={() => choose(isAll ? [] : cars.map(({ id }) => id))}
          className="font-medium"
        >
          All cars
        </Checkbox>
        {cars.map(({ id, title, license_plate: plate }) => (
          <Checkbox
            key={id}
            checked={carIds.includes(id)}
            onChange={({ target }) =>
              choose(
                cars
                  .map((car) => car.id)
                  .filter((each) => (each === id ? target.checked : carIds.includes(each))),
              )
            }
          >
            {title}
            {plate && <span className="whitespace-nowrap text-muted-foreground"> · {plate}</span>}
          </Checkbox>
        ))}
      </div>
    </FormField>
  );
}
