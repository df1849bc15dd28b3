// The storms that public pages show (docs/product.md, Storms).
import { z } from "zod";
import { ISLAND_IDS } from "../../domain/place/islands.ts";
import { calendarDate, id } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const shownStormSchema = z
  .object({
    id,
    name: z.string(),
    islands: z.array(z.enum(ISLAND_IDS)),
    first_day: calendarDate,
    last_day: calendarDate,
    message: z.string().describe("To everyone there; the summary once it is over."),
    ended_on: calendarDate.nullable().describe("null while the storm is on."),
  })
  .meta({ id: "Storm" });
export type ShownStorm = z.infer<typeof shownStormSchema>;

export const listShownStorms = endpoint({
  method: "GET",
  path: "/api/storms",
  access: "public",
  summary: "The storms that are on, and those that ended in the last two weeks, newest first.",
  output: z.object({ storms: z.array(shownStormSchema) }),
  errors: [],
});
