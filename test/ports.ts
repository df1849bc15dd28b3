// Finds a port for servers that are stopped and restarted. A port assigned by the system could be
// taken by then.
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that Linux and macOS assign by themselves. */
const [FROM, TO] = [20_000, 32_000];

/** A port on which nothing listens, and that the system will not assign. */
export async function steadyPort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO);
    const probe = createServer();
    const isFree = await new Promise<boolean>((done) => {
      probe.once("error", () => done(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => done(true)));
    });
    if (isFree) return port;
  }
}
