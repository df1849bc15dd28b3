// The marks of a handover: a drawing of the car with numbers, the list, and the form for another.
import { useState } from "react";
import type { Handover } from "../../../contract/bookings/trips.ts";
import {
  FURTHER_PHOTO,
  MARK_KINDS,
  MARK_PARTS,
  MAX_MARK_LENGTH,
  type MarkKind,
  type MarkPart,
} from "../../../domain/trip/entry.ts";
import { SelectField, TextareaField } from "../../forms/fields.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import type { FieldErrors } from "../../forms/form-errors.ts";
import { useAppForm } from "../../forms/use-app-form.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { CarDrawing } from "./car-drawing.tsx";
import { EntryTime } from "./entry-time.tsx";
import { describeTripError } from "./explain-trip.tsx";
import type { HandoverProps } from "./handover-props.ts";
import { Picture, Slot } from "./trip-photos.tsx";
import { DAMAGE_NAMES, HANDOVER_NAMES, PART_NAMES } from "./trip-text.ts";
import { useEntry } from "./use-entry.ts";

export function MarkList({ trip, handover }: HandoverProps) {
  const { marks, may_mark: mayMark } = trip[handover];
  const [isAdding, setAdding] = useState(false);
  if (marks.length === 0 && !mayMark) return null;
  return (
    <section aria-label={`${HANDOVER_NAMES[handover]}: marks`} className="grid gap-4">
      <h3 className="text-lg">Marks on the car</h3>
      {marks.length === 0 ? (
        <p className="text-muted-foreground">No marks yet.</p>
      ) : (
        <ol className="grid gap-3">
          {marks.map(({ part, damage, words, ...mark }, index) => (
            <li key={mark.id} className="flex gap-3">
              <span
                aria-hidden
                className="grid size-7 flex-none place-items-center rounded-full bg-highlight text-xs font-bold text-highlight-foreground"
              >
                {index + 1}
              </span>
              <div className="min-w-0">
                <p className="font-medium">
                  {DAMAGE_NAMES[damage]}, {PART_NAMES[part].toLowerCase()}
                </p>
                {words && <p className="whitespace-pre-line wrap-anywhere">{words}</p>}
                <p className="text-sm">
                  <EntryTime trip={trip} entry={mark} />
                </p>
                <MarkPhoto trip={trip} handover={handover} mark={mark} />
              </div>
            </li>
          ))}
        </ol>
      )}
      {mayMark && isAdding ? (
        <MarkForm trip={trip} handover={handover} onDone={() => setAdding(false)} />
      ) : (
        <>
          {marks.length > 0 && <CarDrawing marks={marks.map(({ part }) => part)} />}
          {mayMark && (
            <Button
              variant="outline"
              size="small"
              className="justify-self-start"
              onClick={() => setAdding(true)}
            >
              <Icon name="plus" size={16} />
              Add a mark
            </Button>
          )}
        </>
      )}
    </section>
  );
}

/** The photo of a mark, or the slot for it. A photo that was added can't be replaced. */
function MarkPhoto({
  trip,
  handover,
  mark,
}: HandoverProps & { mark: Pick<Handover["marks"][number], "id" | "side"> }) {
  const { photos, may_mark: mayMark } = trip[handover];
  const photo = photos.find(({ mark_id }) => mark_id === mark.id);
  if (!photo && !(mayMark && mark.side === trip.side)) return null;
  return (
    <div className="mt-2 w-32">
      {photo ? (
        <Picture trip={trip} photo={photo} />
      ) : (
        <Slot
          trip={trip}
          handover={handover}
          place={FURTHER_PHOTO}
          photo={undefined}
          markId={mark.id}
        />
      )}
    </div>
  );
}

interface MarkValues {
  part: string;
  damage: string;
  words: string;
}

function MarkForm({ trip, handover, onDone }: HandoverProps & { onDone: () => void }) {
  const entry = useEntry(trip.booking_id, handover);
  const form = useAppForm<MarkValues>({
    id: `mark-${handover}`,
    describe: describeTripError,
    initial: { part: "", damage: "", words: "" },
    check: ({ part, damage }) => {
      const errors: FieldErrors<MarkValues> = {};
      if (!part) errors.part = "Choose the part of the car.";
      if (!damage) errors.damage = "Choose what it is.";
      return errors;
    },
    send: async ({ part, damage, words }) => {
      await entry.mutateAsync({
        kind: "mark",
        part: part as MarkPart,
        damage: damage as MarkKind,
        words,
      });
      onDone();
    },
  });
  return (
    <Form form={form} failureTitle="The mark wasn't saved" className="grid gap-5">
      <CarDrawing
        marks={trip[handover].marks.map(({ part }) => part)}
        chosen={form.values.part as MarkPart | ""}
        onChoose={(part) => form.set("part", part)}
      />
      <SelectField form={form} name="part" label="Part" hint="Or tap it on the drawing.">
        <option value="">Choose</option>
        {MARK_PARTS.map((part) => (
          <option key={part} value={part}>
            {PART_NAMES[part]}
          </option>
        ))}
      </SelectField>
      <SelectField form={form} name="damage" label="What is it?">
        <option value="">Choose</option>
        {MARK_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {DAMAGE_NAMES[kind]}
          </option>
        ))}
      </SelectField>
      <TextareaField
        form={form}
        name="words"
        label="In your own words"
        optional
        rows={3}
        maxLength={MAX_MARK_LENGTH}
      />
      <p className="text-sm text-muted-foreground">
        A mark is a note, not a verdict. It can&rsquo;t be changed or removed.
      </p>
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} busyLabel="Saving...">
          Save the mark
        </SubmitButton>
        {!form.busy && (
          <Button variant="outline" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}
