// npm run backup -- FILE [--force]: writes a consistent snapshot of database and files to one file,
// whether or not the server is running. Exits with 1 if there is no backup.
import { displayPath } from "../src/server/config.ts";
import { backup } from "../src/server/backup/backup.ts";
import { count, progress, readArguments, seconds } from "./long-command.ts";
import { endOnSignal, onDatabase } from "./command-database.ts";

const MEGABYTE = 1024 ** 2;

const { file, isSet: isForced } = readArguments("backup", "force");

await onDatabase("No backup was made", async (databaseUrl, config) => {
  const since = performance.now();
  const onProgress = progress();
  const made = await backup({
    config,
    databaseUrl,
    file,
    isForced,
    signal: endOnSignal(),
    onProgress,
  });
  console.log(
    `${displayPath(file)}: ${count(made.rows, "rows")}, ${count(made.files, "files")}, ${(made.bytes / MEGABYTE).toFixed(1)} MB in ${seconds(since)}.`,
  );
  if (made.missing.length > 0) {
    console.error(
      `${count(made.missing.length, "files")} were not there, such as one that was removed meanwhile:`,
    );
    for (const name of made.missing.slice(0, 20)) console.error(`  ${name}`);
  }
  console.log(
    `\nIT HOLDS NO KEYS. Keep ${config.encryptionKeys ? "ENCRYPTION_KEYS" : displayPath(`${config.dataDir}/keys`)} in another place: without it, bank details and documents can't be read` +
      (made.encryptionKeys.length > 0 ? ` (sealed with ${made.encryptionKeys.join(", ")}).` : "."),
  );
  console.log(
    "It does hold names, addresses and messages of everybody: encrypt it before it leaves this machine.",
  );
});
