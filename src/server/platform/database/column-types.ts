// Types of columns that read as something else than they are written as.
import type { ColumnType } from "kysely";

/** Written as JSON text, read as a value. */
export type Json<T = unknown> = ColumnType<T, string, string>;
export type JsonOrNull = ColumnType<unknown, string | null | undefined, string | null>;
