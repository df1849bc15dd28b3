// The papers of cars: what there is of each car, for its host and for an admin's review.
import type { DatedDocument } from "../../../domain/car-documents.ts";
import type { Ctx } from "../../platform/context.ts";
import { findDocuments } from "./car-documents.repository.ts";

/** What is told of a document; the file has an endpoint of its own. */
export interface CarDocument extends DatedDocument {
  id: string;
  type: "image/jpeg" | "application/pdf";
  bytes: number;
  /** When it was uploaded. */
  created_at: string;
}

/** The documents of each of these cars, with an entry for every car; ask documentWarnings (domain) what is wrong with them. */
export async function documentsOf(ctx: Ctx, carIds: readonly string[]): Promise<Map<string, CarDocument[]>> {
  const found = new Map<string, CarDocument[]>(carIds.map((id) => [id, []]));
  for (const { car_id, id, kind, expires_on, type, bytes, created_at } of await findDocuments(ctx, carIds))
    found.get(car_id)?.push({ id, kind, expires_on, type, bytes, created_at });
  return found;
}
