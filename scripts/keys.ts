// Manages the keys that sign access tokens and encrypt private data (docs/decisions/0010):
//   npm run keys -- rotate              a new signing key in DATA_DIR, used immediately
//   npm run keys -- new                 prints SIGNING_KEYS that still verify the current key
//   npm run keys -- wait                the same, but the new key does not sign yet
//   npm run keys -- rotate-encryption   a new encryption key in DATA_DIR, used from the next start
//   npm run keys -- new-encryption      prints ENCRYPTION_KEYS that still decrypt the current data
import { ConfigError, readConfig } from "../src/server/config.ts";
import {
  newEncryptionKeysSetting,
  newSigningKeysSetting,
  rotateEncryptionKeys,
  rotateSigningKeys,
  waitingSigningKeysSetting,
} from "../src/server/platform/keys/keys.ts";
import { StartError } from "../src/server/platform/start-error.ts";

function mustLieInDataDir(setting: string | undefined, name: string, command: string): void {
  if (setting !== undefined)
    throw new StartError(
      `${name} is set, so the keys are not in DATA_DIR: set it to what "npm run keys -- ${command}" prints.`,
    );
}

/** Goes to stderr, as stdout may be redirected to a file. */
const sayFirst = (name: string): void =>
  console.error(
    `${name} is not set here, so this is a first key and opens nothing that another made. To rotate, run it with the server's settings.`,
  );

async function main(command: string | undefined): Promise<void> {
  const { dataDir, signingKeys, encryptionKeys } = readConfig();
  if (command === "rotate") {
    mustLieInDataDir(signingKeys, "SIGNING_KEYS", "new");
    console.log(
      `Access tokens are signed with key ${await rotateSigningKeys(dataDir, new Date())} now.`,
    );
  } else if (command === "new") {
    if (!signingKeys) sayFirst("SIGNING_KEYS");
    console.log(await newSigningKeysSetting(signingKeys, new Date()));
  } else if (command === "wait") {
    if (!signingKeys)
      throw new StartError(
        "SIGNING_KEYS is not set, so there is nothing that a key could wait behind.",
      );
    console.log(await waitingSigningKeysSetting(signingKeys));
  } else if (command === "rotate-encryption") {
    mustLieInDataDir(encryptionKeys, "ENCRYPTION_KEYS", "new-encryption");
    console.log(
      `From the next start on, what is private is encrypted with key ${rotateEncryptionKeys(dataDir)}.`,
    );
  } else if (command === "new-encryption") {
    if (!encryptionKeys) sayFirst("ENCRYPTION_KEYS");
    console.log(newEncryptionKeysSetting(encryptionKeys));
  } else {
    throw new StartError(
      "Usage: npm run keys -- rotate | new | wait | rotate-encryption | new-encryption",
    );
  }
}

try {
  await main(process.argv[2]);
} catch (error) {
  if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
