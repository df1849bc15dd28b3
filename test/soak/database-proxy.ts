// The line between the program and PostgreSQL, which can be cut, slow or silent. Where PostgreSQL is may change under it.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export async function startDatabaseProxy(databasePort: () => number) {
  const sockets = new Set<Socket>();
  let delayMs = 0;
  let silence: PromiseWithResolvers<void> | undefined;

  async function pass(from: Socket, to: Socket): Promise<void> {
    for await (const chunk of from) {
      if (delayMs > 0) await delay(delayMs);
      if (silence) await silence.promise;
      if (!to.write(chunk as Buffer)) await once(to, "drain");
    }
    to.end();
  }

  const server = createServer((program) => {
    const database = connect(databasePort(), "127.0.0.1");
    const both = [program, database];
    for (const socket of both) {
      socket.setNoDelay();
      sockets.add(socket);
      socket.on("error", () => {});
      socket.once("close", () => {
        sockets.delete(socket);
        for (const each of both) each.destroy();
      });
    }
    for (const [from, to] of [both, both.toReversed()] as [Socket, Socket][])
      pass(from, to).catch(() => {
        for (const each of both) each.destroy();
      });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    port: (server.address() as { port: number }).port,
    /** Each message takes so much longer, in either direction. */
    slowDown: (ms: number): void => void (delayMs = ms),
    /** Nothing comes through any more, and nobody is told. */
    fallSilent: (): void => void (silence ??= Promise.withResolvers<void>()),
    speak(): void {
      silence?.resolve();
      silence = undefined;
    },
    /** Every connection breaks off in the middle of whatever it is. */
    cut(): void {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
