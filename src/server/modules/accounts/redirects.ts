// Where a mailed link may lead back to: a page of this site and nothing else.

/**
 * The local path (with query and fragment) that `redirectTo` means, or undefined when it is missing or leads elsewhere.
 * @param redirectTo an absolute URL or a path, as a client sent it
 * @param publicUrl the origin of this site
 */
export function localPath(redirectTo: string | undefined, publicUrl: string): string | undefined {
  const target = redirectTo ? URL.parse(redirectTo, publicUrl) : null;
  if (!target || target.origin !== new URL(publicUrl).origin || target.username || target.password) return undefined;
  // "//elsewhere.example" would be another site if it were used as an address.
  if (target.pathname.startsWith("//")) return undefined;
  return target.pathname + target.search + target.hash;
}
