// Messages on their way: shown at once, sent one after the other, and kept with "Try again" where sending failed. The id that a message
// has from the beginning makes it one however often it is sent.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "../../lib/api.ts";
import { sentenceFor } from "../../lib/problem-sentences.ts";
import { queryKeys, signedIn } from "../../lib/query.tsx";

export interface Outgoing {
  id: string;
  conversationId: string;
  body: string;
  /** Why it was not sent; null while it is being sent. */
  failed: string | null;
}

export interface Outbox {
  waiting: readonly Outgoing[];
  send: (conversationId: string, body: string) => void;
  sendAgain: (message: Outgoing) => void;
  drop: (message: Outgoing) => void;
}

export function useOutbox(): Outbox {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<readonly Outgoing[]>([]);
  const last = useRef(Promise.resolve());
  const put = (message: Outgoing) => setWaiting((all) => [...all.filter(({ id }) => id !== message.id), message]);
  const drop = ({ id }: Outgoing) => setWaiting((all) => all.filter((each) => each.id !== id));

  const post = async (message: Outgoing): Promise<void> => {
    const { id, conversationId, body } = message;
    const params = { id: conversationId };
    try {
      await signedIn((call) => api("POST /api/conversations/{id}/messages", { params, body: { id, body } }, call));
      await client.invalidateQueries({ queryKey: queryKeys.messages });
      drop(message);
    } catch (error) {
      put({ ...message, failed: sentenceFor(error, "It was not sent.") });
    }
  };
  const queue = (message: Outgoing) => {
    put({ ...message, failed: null });
    last.current = last.current.then(() => post(message));
  };
  return {
    waiting,
    send: (conversationId, body) => queue({ id: crypto.randomUUID(), conversationId, body, failed: null }),
    sendAgain: queue,
    drop,
  };
}
