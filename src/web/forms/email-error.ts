// A first check of a typed email address; the server decides.

/** The error message, or undefined for a plausible address. */
export function emailError(email = ""): string | undefined {
  if (!email.trim()) return "Enter your email";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
    ? undefined
    : "Enter a full email address, such as naomi@example.com";
}
