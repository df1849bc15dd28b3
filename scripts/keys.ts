// The signing keys of access tokens, on the command line:
//   npm run keys -- rotate   a new key in DATA_DIR; a running server takes it at once
//   npm run keys -- new      prints a value for SIGNING_KEYS, which goes on verifying what the present one signed
import { ConfigError, readConfig } from "../src/server/config.ts";
import { newSigningKeysSetting, rotateSigningKeys } from "../src/server/platform/keys.ts";
import { StartError } from "../src/server/platform/start-error.ts";

async function main(command: string | undefined): Promise<void> {
  const { dataDir, signingKeys } = readConfig();
  if (command === "rotate") {
    if (signingKeys !== undefined)
      throw new StartError(
        'SIGNING_KEYS is set, so the keys are not in DATA_DIR: set it to what "npm run keys -- new" prints.',
      );
    console.log(`Access tokens are signed with key ${await rotateSigningKeys(dataDir, new Date())} now.`);
  } else if (command === "new") {
    console.log(await newSigningKeysSetting(signingKeys, new Date()));
  } else {
    throw new StartError("Usage: npm run keys -- rotate | new");
  }
}

try {
  await main(process.argv[2]);
} catch (error) {
  if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
