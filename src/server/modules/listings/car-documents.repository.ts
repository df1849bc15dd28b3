// The SQL of cars' documents.
import { sql, type Selectable, type SqlBool } from "kysely";
import type { Ctx } from "../../platform/context.ts";
import type { CarDocumentsTable } from "../../platform/schema.ts";

export type DocumentRow = Selectable<CarDocumentsTable>;

/** The documents of these cars. */
export const findDocuments = (ctx: Ctx, carIds: readonly string[]): Promise<DocumentRow[]> =>
  ctx.db
    .selectFrom("car_documents")
    .selectAll()
    .where(sql<SqlBool>`car_id = any(${carIds}::uuid[])`)
    .orderBy("car_id")
    .orderBy("kind")
    .execute();
