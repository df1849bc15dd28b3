// Writes .br and .gz next to every compressible file of build/client if they are smaller, so that
// the server never compresses an asset itself. Runs after every build (scripts/prepare.mjs).
import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const client = fileURLToPath(new URL("../build/client", import.meta.url));
const compressible =
  /\.(?:js|mjs|css|html|svg|json|geojson|webmanifest|txt|xml|map|wasm|ttf|otf|ico)$/;

async function compress(path) {
  const bytes = await readFile(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  if (br.length < bytes.length) await writeFile(`${path}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz);
}

const files = readdirSync(client, { recursive: true }).filter((name) => compressible.test(name));
await Promise.all(files.map((name) => compress(join(client, name))));
