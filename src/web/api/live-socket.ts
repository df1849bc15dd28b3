// The unmodified realtime-js against our own /realtime/v1: heartbeats every 25 s, reconnects after
// 1, 2, 5, then 10 s (specification section 5). A separate chunk (17.4 kB) that api/live.ts imports
// once the user is signed in.
import { RealtimeClient } from "@supabase/realtime-js";
import { LIVE_EVENT, type LiveChange, type LiveTopic } from "../../domain/live.ts";

export interface LiveSocketEdges {
  /** A fresh access token. Requested with each heartbeat, so that a refreshed one is passed on. */
  accessToken: () => Promise<string | null>;
  /** A replacement for a refused token; null when the session has ended. */
  renewToken: (refused: string) => Promise<string | null>;
  onChange: (change: LiveChange) => void;
  /** Called on the first join and after every reconnection. */
  onJoined: (topic: LiveTopic) => void;
  onLost: (topic: LiveTopic) => void;
  /** The server refused the topic, because this user may not read it. */
  onRefused: (topic: LiveTopic) => void;
}

export interface LiveSocket {
  join(topic: LiveTopic): Promise<void>;
  close(): void;
}

/** Permanent refusals, which realtime-js would otherwise retry forever. */
const FINAL = ["forbidden", "account_suspended"];

export function openLiveSocket(edges: LiveSocketEdges): LiveSocket {
  const client = new RealtimeClient(`${location.origin.replace(/^http/, "ws")}/realtime/v1`, {
    params: { apikey: "public" }, // Required by the client, ignored by the server.
    accessToken: edges.accessToken,
  });
  // While the browser is offline, retries would only fill the console.
  const pause = () => void client.disconnect();
  const resume = () => client.connect();
  addEventListener("offline", pause);
  addEventListener("online", resume);

  const renew = async () => {
    const token = await edges.renewToken(client.accessTokenValue ?? "");
    if (token) await client.setAuth();
  };
  return {
    async join(topic) {
      const channel = client.channel(topic, { config: { private: true } });
      channel.on("broadcast", { event: LIVE_EVENT }, ({ payload }) =>
        edges.onChange(payload as LiveChange),
      );
      await client.setAuth(); // Otherwise the first join would be sent without the current token.
      channel.subscribe((status, error) => {
        if (status === "SUBSCRIBED") return edges.onJoined(topic);
        if (status === "CLOSED") return;
        edges.onLost(topic);
        const reason = error?.message ?? "";
        if (FINAL.includes(reason)) {
          void client.removeChannel(channel);
          edges.onRefused(topic);
          // Without a response, the socket retries by itself.
        } else if (reason === "unauthenticated") void renew().catch(() => {});
      });
    },
    close() {
      removeEventListener("offline", pause);
      removeEventListener("online", resume);
      void client.removeAllChannels();
    },
  };
}
