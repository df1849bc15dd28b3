// A port for what is stopped and started again: those that the system gives out would be somebody else's by then.
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that Linux and macOS give out by themselves. */
const [FROM, TO] = [20_000, 32_000];

/** A port on which nobody listens, and nobody will by chance. */
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
