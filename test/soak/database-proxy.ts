// A proxy between the program and PostgreSQL that can cut, delay or silence connections.
// PostgreSQL's port may change.
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
    /** Delays each message by this long, in either direction. */
    slowDown: (ms: number): void => void (delayMs = ms),
    /** Blocks all traffic without closing connections. */
    fallSilent: (): void => void (silence ??= Promise.withResolvers<void>()),
    speak(): void {
      silence?.resolve();
      silence = undefined;
    },
    /** Breaks every connection, whatever it is doing. */
    cut(): void {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
