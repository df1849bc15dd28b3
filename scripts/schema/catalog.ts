// Reads the tables and columns of a migrated database from PostgreSQL's catalog.
import type pg from "pg";

export interface CatalogColumn {
  name: string;
  /** As PostgreSQL writes it: "bigint", "text[]". */
  type: string;
  isNullable: boolean;
  /** The expression of its default, or of a generated column. */
  expression: string | null;
  /** Whether the database computes its value from other columns. */
  isComputed: boolean;
  /** How an identity column is generated; null for any other. */
  identity: "always" | "by default" | null;
  /** The first number of an identity column. */
  start: string | null;
  comment: string | null;
}

export interface CatalogTable {
  name: string;
  comment: string | null;
  /** The query of a view; null for a table. */
  query: string | null;
  columns: CatalogColumn[];
  /** Without `not null`, which is a property of the column. */
  constraints: { name: string; definition: string }[];
}

/** The tables and views of the schema `public`, by name. */
export async function readTables(client: pg.ClientBase): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(`
    select
      class.relname as name,
      obj_description(class.oid, 'pg_class') as comment,
      case class.relkind when 'v' then pg_get_viewdef(class.oid, true) end as query,
      (
        select json_agg(json_build_object(
          'name', attname,
          'type', format_type(atttypid, atttypmod),
          'isNullable', not attnotnull,
          'expression', pg_get_expr(adbin, adrelid, true),
          'isComputed', attgenerated = 's',
          'identity', case attidentity when 'a' then 'always' when 'd' then 'by default' end,
          'start', seqstart::text,
          'comment', col_description(class.oid, attnum)
        ) order by attnum)
        from pg_attribute
          left join pg_attrdef on adrelid = attrelid and adnum = attnum
          left join pg_depend sequence on attidentity <> '' and sequence.refobjid = attrelid
            and sequence.refobjsubid = attnum and sequence.deptype = 'i'
          left join pg_sequence on seqrelid = sequence.objid
        where attrelid = class.oid and attnum > 0 and not attisdropped
      ) as columns,
      (
        select coalesce(json_agg(json_build_object(
          'name', conname, 'definition', pg_get_constraintdef(oid, true)
        ) order by array_position('{p,u,x,c,f}', contype), conname), '[]')
        from pg_constraint where conrelid = class.oid and contype in ('p', 'u', 'x', 'c', 'f')
      ) as constraints
    from pg_class class
    where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'v')
    order by class.relname collate "C"`);
  return rows;
}

/** Breaks `text` into lines of at most `width` characters. */
export function wrapText(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}
