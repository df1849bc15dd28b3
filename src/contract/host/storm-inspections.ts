// Endpoints for hosts whose cars have to be inspected after a storm (docs/product.md, Storms).
import { z } from "zod";
import {
  MAX_INSPECTION_NOTE,
  MAX_INSPECTION_PHOTOS,
  MIN_INSPECTION_PHOTOS,
} from "../../domain/storm/storm.ts";
import { id, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const waitingCars = z.object({
  cars: z.array(
    z.object({
      car_id: id,
      title: z.string(),
      license_plate: z.string().nullable(),
      storm_id: id,
      storm_name: z.string(),
      may_inspect: z.boolean().describe("Whether the storm is over."),
    }),
  ),
});

export const listInspections = endpoint({
  method: "GET",
  path: "/api/host/storm-inspections",
  access: "signed_in",
  policy: "host_area.enter",
  summary: "The host's cars that can't be booked until they are inspected after a storm.",
  output: waitingCars,
  errors: ["forbidden"],
});

export const submitInspection = endpoint({
  method: "POST",
  path: "/api/host/storm-inspections/{id}",
  access: "signed_in",
  policy: "host_area.enter",
  summary: "Records the inspection of a car after a storm. The car can then be booked again.",
  params: z.strictObject({ id: id.describe("Of the car.") }),
  body: z.strictObject({
    storm_id: id,
    photos: z
      .array(z.string().max(500))
      .max(MAX_INSPECTION_PHOTOS)
      .describe(`At least ${MIN_INSPECTION_PHOTOS} of the host's own uploads.`),
    note: text(MAX_INSPECTION_NOTE)
      .transform((given) => given || null)
      .nullable()
      .default(null),
  }),
  output: waitingCars,
  errors: [
    "forbidden",
    "not_found",
    "inspection_too_early",
    "inspection_already_done",
    "inspection_photos_missing",
  ],
});
