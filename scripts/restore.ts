// npm run restore -- FILE [--replace]: restores a backup into an empty database and the object
// stores. Exits with 1 if it failed.
import { pino } from "pino";
import { displayPath, readConfig } from "../src/server/config.ts";
import { checkBackup, missingKeys, restore } from "../src/server/backup/restore.ts";
import { encryptionKeyIds } from "../src/server/platform/keys/keys.ts";
import { count, progress, readArguments, seconds } from "./long-command.ts";
import { endOnSignal, holdDatabase, reporting } from "./command-database.ts";

const { file, isSet: isReplacing } = readArguments("restore", "replace");

await reporting("Nothing was restored", async () => {
  const config = readConfig();
  const since = performance.now();
  const work = { file, signal: endOnSignal(), onProgress: progress() };
  const checked = await checkBackup(work);
  const { manifest, files, missing } = checked;
  const { url: databaseUrl, leave } = await holdDatabase(config);
  const log = pino({ level: "error" });
  const { rows, unknown } = await restore({
    ...work,
    config,
    databaseUrl,
    checked,
    isReplacing,
    log,
  }).finally(leave);
  console.log(
    `The data of ${manifest.made_at} are back: ${count(rows, "rows")}, ${count(files, "files")}, in ${seconds(since)}.`,
  );
  if (unknown.length > 0)
    console.log(`Left out, being no tables of this program: ${unknown.join(", ")}.`);
  if (missing.length > 0)
    console.log(`${count(missing.length, "files")} were not there when the backup was made.`);
  const keys = missingKeys(checked, encryptionKeyIds(config));
  if (keys.length > 0)
    console.log(
      `\nKEYS ARE MISSING: bank details and documents are sealed with ${keys.join(", ")}. Before the program starts, put the keys of the lost instance into ` +
        `${config.encryptionKeys ? "ENCRYPTION_KEYS" : displayPath(`${config.dataDir}/keys`)}.`,
    );
  console.log("Look at npm run ledger:check, and then start the program.");
});
