// Declares a storm: islands, days and a message, with a preview of what it affects.
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { isCalendarDate } from "../../../../domain/calendar/dates.ts";
import { ISLANDS, isIslandId, type IslandId } from "../../../../domain/place/islands.ts";
import {
  MAX_STORM_MESSAGE,
  MAX_STORM_NAME,
  RETURN_AFTER_STORM_HOURS,
} from "../../../../domain/storm/storm.ts";
import { ApiError } from "../../../api/api.ts";
import { invalidateEndpoint } from "../../../api/api-cache.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { FormField, TextareaField, TextField } from "../../../forms/fields.tsx";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { storedTexts } from "../../../forms/form-draft.ts";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { explainStorm } from "../../../parts/storm/explain-storm.ts";
import { Checkbox } from "../../../ui/form/controls.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { PageSection } from "../page-section.tsx";
import { StormPreview } from "./storm-preview.tsx";
import { STORMS } from "./use-storms.ts";

/** `islands` is a list of ids separated by commas, as the draft stores it. */
interface Values {
  islands: string;
  firstDay: string;
  lastDay: string;
  name: string;
  message: string;
}

const EMPTY: Values = { islands: "", firstDay: "", lastDay: "", name: "", message: "" };

const readIslands = (text: string): IslandId[] => text.split(",").filter(isIslandId);

const check = ({ islands, firstDay, lastDay, name, message }: Values) => ({
  islands: readIslands(islands).length > 0 ? undefined : "Choose at least one island.",
  firstDay: isCalendarDate(firstDay) ? undefined : "Enter the first day.",
  lastDay: isCalendarDate(lastDay) ? undefined : "Enter the last day.",
  name: name.trim() ? undefined : "Enter the storm's name.",
  message: message.trim() ? undefined : "Write a message to everyone there.",
});

/** The field that a refusal is about. */
function findField(error: unknown): keyof Values | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === "storm_without_islands" || error.code === "storm_already_on") return "islands";
  const isAboutDays = ["storm_days_reversed", "storm_too_long", "storm_past"].includes(error.code);
  return isAboutDays ? "lastDay" : undefined;
}

const FAILED = "The storm was not declared. Please try again in a moment.";

function useDeclaration(): AppForm<Values> {
  const client = useQueryClient();
  /** The id of the next storm. Sending it again after a lost response declares no second storm. */
  const id = useRef(crypto.randomUUID());
  const form: AppForm<Values> = useAppForm<Values>({
    id: "storm",
    initial: EMPTY,
    check,
    isLive: true,
    findField,
    describe: (error) => explainStorm(error, FAILED),
    draft: storedTexts({
      islands: "storm.islands",
      firstDay: "storm.first",
      lastDay: "storm.last",
      name: "storm.name",
      message: "storm.message",
    }),
    send: async ({ islands, firstDay, lastDay, name, message }) => {
      const body = {
        id: id.current,
        islands: readIslands(islands),
        first_day: firstDay,
        last_day: lastDay,
        name: name.trim(),
        message: message.trim(),
      };
      await apiAsUser("POST /api/admin/storms", { body });
      id.current = crypto.randomUUID();
      form.reset(EMPTY);
      for (const endpoint of STORMS) await invalidateEndpoint(client, endpoint);
      toast({ title: "Storm declared", description: "We're notifying everyone there." });
    },
  });
  return form;
}

export function DeclareForm() {
  const form = useDeclaration();
  const { islands, firstDay, lastDay } = form.values;
  return (
    <Form form={form} summary="The storm can't be declared yet" className="grid gap-6">
      <PageSection title="Where and when">
        <Islands form={form} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField form={form} name="firstDay" label="First day" type="date" />
          <TextField
            form={form}
            name="lastDay"
            label="Last day"
            type="date"
            hint="You can move it later."
          />
        </div>
        <TextField
          form={form}
          name="name"
          label="Name"
          maxLength={MAX_STORM_NAME}
          hint="For example, “Tropical Storm Imani”. It's also the reason on all refunds."
        />
      </PageSection>
      <PageSection title="A message to everyone there">
        <TextareaField
          form={form}
          name="message"
          label="Message"
          rows={4}
          maxLength={MAX_STORM_MESSAGE}
          hint="We'll email it to the renters and hosts, and show it on the pages of the islands, cars and bookings."
        />
      </PageSection>
      <PageSection title="What it affects">
        <StormPreview islands={readIslands(islands)} firstDay={firstDay} lastDay={lastDay} />
      </PageSection>
      <PageSection title="From the moment you declare it">
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          <li>Renters and hosts can cancel upcoming trips for free.</li>
          <li>
            Renters can move their trips to free days after the storm, at the same price. Hosts can
            offer a move.
          </li>
          <li>
            If a car is due back during the storm, the trip is extended until{" "}
            {RETURN_AFTER_STORM_HOURS} hours after it, for free.
          </li>
          <li>Cancellations don&apos;t count against anyone.</li>
          <li>
            The cars can&apos;t be booked until the storm is over and their hosts have inspected
            them.
          </li>
        </ul>
        <SubmitButton form={form} busyLabel="Declaring..." className="w-fit">
          Declare storm
        </SubmitButton>
      </PageSection>
    </Form>
  );
}

function Islands({ form }: { form: AppForm<Values> }) {
  const chosen = readIslands(form.values.islands);
  return (
    <FormField form={form} name="islands" label="Islands" group>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3 lg:grid-cols-4">
        {ISLANDS.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={({ target: { checked } }) =>
              form.set(
                "islands",
                (checked ? [...chosen, id] : chosen.filter((each) => each !== id)).join(","),
              )
            }
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </FormField>
  );
}
