// The unmodified realtime-js against our own /realtime/v1: heartbeats every 25 s, back after 1, 2, 5, then 10 s (specification section 5). A chunk of
// its own (17.4 kB): imported by api/live.ts once somebody is signed in.
import { RealtimeClient } from "@supabase/realtime-js";
import { LIVE_EVENT, type LiveChange, type LiveTopic } from "../../domain/live.ts";

export interface LiveSocketEdges {
  /** A token that is fresh enough; asked for with each heartbeat, so that a refreshed one is handed on. */
  accessToken: () => Promise<string | null>;
  /** Another token for one that was refused; null where the session has ended. */
  renewToken: (refused: string) => Promise<string | null>;
  onChange: (change: LiveChange) => void;
  /** The first time, and whenever it is back. */
  onJoined: (topic: LiveTopic) => void;
  onLost: (topic: LiveTopic) => void;
  /** It will not be joined: the server says that it is not this person's. */
  onRefused: (topic: LiveTopic) => void;
}

export interface LiveSocket {
  join(topic: LiveTopic): Promise<void>;
  close(): void;
}

/** Refusals that are the same next time; realtime-js would ask for ever. */
const FINAL = ["forbidden", "account_suspended"];

export function openLiveSocket(edges: LiveSocketEdges): LiveSocket {
  const client = new RealtimeClient(`${location.origin.replace(/^http/, "ws")}/realtime/v1`, {
    params: { apikey: "public" }, // the client wants one; the server does not
    accessToken: edges.accessToken,
  });
  // Nothing can be reached: trying would only fill the console.
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
      channel.on("broadcast", { event: LIVE_EVENT }, ({ payload }) => edges.onChange(payload as LiveChange));
      await client.setAuth(); // the first join goes out with what is known then
      channel.subscribe((status, error) => {
        if (status === "SUBSCRIBED") return edges.onJoined(topic);
        if (status === "CLOSED") return;
        edges.onLost(topic);
        const reason = error?.message ?? "";
        if (FINAL.includes(reason)) {
          void client.removeChannel(channel);
          edges.onRefused(topic);
        } else if (reason === "unauthenticated") void renew().catch(() => {}); // no answer: it asks again by itself
      });
    },
    close() {
      removeEventListener("offline", pause);
      removeEventListener("online", resume);
      void client.removeAllChannels();
    },
  };
}
