// Receives live changes in tests: the unmodified realtime-js, and raw sockets for what it would
// never send.
import { once } from "node:events";
import { RealtimeClient, type RealtimeChannel } from "@supabase/realtime-js";
import { expect } from "vitest";
import { WebSocket } from "ws";
import { LIVE_EVENT, type LiveChange } from "../src/domain/live.ts";

export interface Listener {
  client: RealtimeClient;
  channel: RealtimeChannel;
  received: LiveChange[];
  /** The state of each join, with the reason: "SUBSCRIBED", "CHANNEL_ERROR forbidden", "CLOSED". */
  states: string[];
  close(): Promise<void>;
}

/** Starts to join a topic. */
export function listen(url: string, topic: string, token: string | null): Listener {
  const client = new RealtimeClient(`${url}/realtime/v1`, {
    params: { apikey: "public" },
    accessToken: () => Promise.resolve(token),
  });
  const received: LiveChange[] = [];
  const states: string[] = [];
  const channel = client.channel(topic, { config: { private: true, broadcast: { ack: true } } });
  channel.on("broadcast", { event: LIVE_EVENT }, ({ payload }) =>
    received.push(payload as LiveChange),
  );
  void client
    .setAuth()
    .then(() =>
      channel.subscribe((status, error) =>
        states.push([status, error?.message ?? ""].join(" ").trim()),
      ),
    );
  const close = async (): Promise<void> => {
    await client.removeAllChannels();
  };
  return { client, channel, received, states, close };
}

/** Joins a topic and waits until it is joined. */
export async function listenOn(url: string, topic: string, token: string): Promise<Listener> {
  const listener = listen(url, topic, token);
  await expect.poll(() => listener.states).toContain("SUBSCRIBED");
  return listener;
}

/** A raw socket that sends whatever the test wants. */
export async function bareSocket(url: string, options: { origin?: string } = {}) {
  const socket = new WebSocket(
    `${url.replace("http", "ws")}/realtime/v1/websocket?apikey=public&vsn=2.0.0`,
    options,
  );
  const frames: unknown[][] = [];
  socket.on("message", (data: Buffer) => frames.push(JSON.parse(data.toString()) as unknown[]));
  const closed = once(socket, "close").then(([code, why]) => `${code} ${why as Buffer}`.trim());
  socket.on("error", () => {});
  await once(socket, "open");
  const send = (...frame: unknown[]): void => socket.send(JSON.stringify(frame));
  // The server may still be starting its time limits, and a test may move the clock next.
  send(null, "opened", "phoenix", "heartbeat", {});
  await expect.poll(() => frames.splice(0)).toHaveLength(1);
  const join = async (topic: string, access_token: string): Promise<void> => {
    const [ref] = [`${frames.length + 1}`];
    send(ref, ref, `realtime:${topic}`, "phx_join", { config: { private: true }, access_token });
    await expect
      .poll(() => frames.filter((frame) => frame[1] === ref && frame[3] === "phx_reply"))
      .toHaveLength(1);
  };
  return { socket, frames, closed, send, join };
}

/** The status with which an upgrade was refused. */
export async function refusedUpgrade(
  url: string,
  options: { origin?: string; query?: string } = {},
): Promise<number> {
  const { query = "?apikey=public&vsn=2.0.0", ...rest } = options;
  const socket = new WebSocket(`${url.replace("http", "ws")}/realtime/v1/websocket${query}`, rest);
  socket.on("error", () => {});
  const [, response] = (await once(socket, "unexpected-response")) as [
    unknown,
    { statusCode: number },
  ];
  socket.terminate();
  return response.statusCode;
}
