// Whether what was typed can be an e-mail address; the server decides.

/** What is wrong with it, or undefined. */
export function emailFault(email = ""): string | undefined {
  if (!email.trim()) return "Enter your email";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : "Enter a full address, like naomi@example.com";
}
