// The manifest of a backup, its first entry.
import { z } from "zod";
import { PRODUCT_NAME } from "../../domain/brand.ts";
import { MIGRATIONS } from "../platform/database/migrations.ts";
import { StartError } from "../platform/start-error.ts";

/** Increases when older versions could no longer read the format. */
export const FORMAT = 1;

const table = z.object({
  schema: z.string(),
  name: z.string(),
  /** In the order of the rows' values, without generated columns. */
  columns: z.array(z.string()),
  rows: z.number(),
});
const manifest = z.object({
  format: z.number(),
  product: z.string(),
  release: z.string(),
  made_at: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(table),
  /** The sequences of the schema public, with the last number that each has issued. */
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  /** Ids of the keys that the sealed rows and files need; a backup does not contain the keys. */
  encryption_keys: z.array(z.string()),
});
export type BackupTable = z.output<typeof table>;
export type Manifest = z.output<typeof manifest>;

export const tableName = ({ schema, name }: Pick<BackupTable, "schema" | "name">): string =>
  `${schema}.${name}`;

/**
 * Reads a manifest and checks that this version can use what it describes.
 * @throws StartError if the backup is of another product, of a later format, or of data written by
 * a newer version
 */
export function readManifest(body: Buffer): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(body.toString());
  } catch {
    throw unusable(`it is no backup of ${PRODUCT_NAME}`);
  }
  const head = manifest.pick({ format: true, product: true }).safeParse(json).data;
  if (head?.product !== PRODUCT_NAME)
    throw unusable(
      `it is a backup of ${head?.product ?? "something else"}, not of ${PRODUCT_NAME}`,
    );
  if (head.format > FORMAT) throw unusable("it was made by a newer version of this program");
  const { data, error } = manifest.safeParse(json);
  if (!data) throw unusable(`its manifest can't be read (${error.issues[0]?.path.join(".")})`);
  const known = new Map(MIGRATIONS.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of data.migrations) {
    if (!known.has(name))
      throw unusable(`its data were written by a newer version of this program (${name})`);
    if (known.get(name) !== checksum)
      throw unusable(`its migration ${name} is not the one of this program`);
  }
  return data;
}

const unusable = (why: string): StartError =>
  new StartError(`The backup can't be used: ${why}. Nothing was touched.`);
