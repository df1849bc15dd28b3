// Checks the address that the program listens on, and explains a failure to the person who chose
// it.
import { once } from "node:events";
import { createServer } from "node:net";
import { StartError } from "../start-error.ts";

interface Address {
  host: string;
  port: number;
}

/**
 * Checks that the address is free before anything else is started.
 * @throws StartError
 */
export async function checkAddress({ host, port }: Address): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen(port, host), "listening");
  } catch (error) {
    throw toListenError(error, { host, port });
  }
  probe.close();
  await once(probe, "close");
}

/** Turns a failed listen() into a StartError; returns any other error unchanged. */
export function toListenError(error: unknown, { host, port }: Address): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return new StartError(`Port ${port} is in use on ${host}. Set PORT to another one.`);
  if (code === "EACCES" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new StartError(`${host}:${port} can't be listened on (${code}). Set HOST and PORT.`);
  return error;
}
