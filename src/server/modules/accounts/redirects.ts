// Restricts the redirect of an emailed link to pages of this site.

/**
 * The local path (with query and fragment) of `redirectTo`, or undefined when it is missing or
 * leads to another site.
 * @param redirectTo an absolute URL or a path, as a client sent it
 * @param publicUrl the origin of this site
 */
export function localPath(redirectTo: string | undefined, publicUrl: string): string | undefined {
  const target = redirectTo ? URL.parse(redirectTo, publicUrl) : null;
  if (!target || target.origin !== new URL(publicUrl).origin || target.username || target.password)
    return undefined;
  // Used as an address, "//elsewhere.example" would be another site.
  if (target.pathname.startsWith("//")) return undefined;
  return target.pathname + target.search + target.hash;
}
