// The browser of the tests: the Chromium inside the npm package @sparticuz/chromium, driven by Playwright. It needs neither a
// download nor system packages. CHROMIUM_PATH names another one, for machines that the package has no binary for.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium, type Browser, type LaunchOptions } from "playwright-core";

const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(root, "node_modules", ".cache");

// The package's own flags are left alone: its --single-process crashes outside of the cloud functions that it was made for.
// No sandbox, because the tests may run as root; software rendering, because there may be no graphics card. Pages are put
// together without it all the same: a spinner drawn by SwiftShader keeps a core busy, WebGL alone needs it.
const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-compositing"];

/** What Playwright needs to start the browser; unpacks it (once per version, about three seconds) when it is not there yet. */
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

/** The folder with the unpacked browser. It appears by a rename, so that it is whole or absent however many processes unpack at once. */
async function unpackedBrowser(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, "node_modules/@sparticuz/chromium/package.json"), "utf8"));
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(`${folder}-`);
  try {
    // The package unpacks into the system's temporary folder: a process of its own is told that this one is it.
    const script = `
      import chromium, { inflate } from "@sparticuz/chromium";
      await Promise.all([chromium.executablePath(), inflate("node_modules/@sparticuz/chromium/bin/al2023.tar.br")]);`;
    const env = { ...process.env, TMPDIR: fresh };
    await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], { cwd: root, env });
    await writeFile(join(fresh, "fonts.conf"), fontsConf(folder));
    await Promise.all([chmod(fresh, 0o755), chmod(join(fresh, "chromium"), 0o755)]); // root may unpack, another user test
    await rename(fresh, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error; // otherwise another process was faster
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return folder;
}

/** Only the package's Open Sans, so that pages measure the same on every machine. */
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
