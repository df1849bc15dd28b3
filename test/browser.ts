// The test browser: the Chromium of the npm package @sparticuz/chromium, which needs neither a
// download nor system packages. CHROMIUM_PATH overrides it, for machines without a binary in the
// package.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium, type Browser, type LaunchOptions } from "playwright-core";

const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(root, "node_modules", ".cache");

// The package's own flags are omitted, because --single-process crashes outside cloud functions. No
// sandbox, because the tests may run as root; software rendering, because there may be no graphics
// card; no GPU compositing, because a spinner drawn by SwiftShader keeps a core busy.
const args = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-gpu-compositing",
];

/** The options for launching the browser. Unpacks it first if needed (once per version, about
 *  three seconds). */
export async function browserLaunchOptions(): Promise<LaunchOptions> {
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH, args };
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error(
      `There is no bundled browser for ${process.platform} on ${process.arch}: set CHROMIUM_PATH to a Chromium.`,
    );
  const folder = await unpackedBrowser();
  return {
    executablePath: join(folder, "chromium"),
    args,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, "al2023", "lib"),
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
    },
  };
}

/** Starts a browser; the caller closes it. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ ...(await browserLaunchOptions()), ...options });
}

/** The folder with the unpacked browser. It is created by a rename, so it is complete or absent
 *  even if several processes unpack it simultaneously. */
async function unpackedBrowser(): Promise<string> {
  const { version } = JSON.parse(
    await readFile(join(root, "node_modules/@sparticuz/chromium/package.json"), "utf8"),
  );
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(`${folder}-`);
  try {
    // The package unpacks into the system's temporary folder, so a separate process gets this
    // folder as its TMPDIR.
    const script = `
      import chromium, { inflate } from "@sparticuz/chromium";
      await Promise.all([chromium.executablePath(), inflate("node_modules/@sparticuz/chromium/bin/al2023.tar.br")]);`;
    const env = { ...process.env, TMPDIR: fresh };
    await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: root,
      env,
    });
    await writeFile(join(fresh, "fonts.conf"), fontsConf(folder));
    // Root may unpack, another user may test.
    await Promise.all([chmod(fresh, 0o755), chmod(join(fresh, "chromium"), 0o755)]);
    await rename(fresh, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error; // Otherwise another process was faster.
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return folder;
}

/** Only the package's Open Sans, so that pages have the same measurements on every machine. */
function fontsConf(folder: string): string {
  const escaped = folder.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${escaped}/fonts</dir>
  <cachedir>${escaped}/fonts-cache</cachedir>
</fontconfig>
`;
}
