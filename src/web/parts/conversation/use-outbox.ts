// Messages being sent: shown immediately, sent one after the other, kept with "Try again" after a
// failure, sent again once the browser is online, and restored after a reload of the tab. Each has
// its id from the start, so that resending never duplicates it.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { invalidateEndpoints } from "../../api/api-cache.ts";
import { apiAsUser } from "../../api/as-user.ts";
import { MESSAGES } from "../../api/endpoint-groups.ts";
import type { Outgoing } from "./bubbles.tsx";
import { storeText, readStoredText } from "../../forms/stored-text.ts";
import { OFFLINE } from "../../api/offline-sentence.ts";
import { sentenceFor } from "../../api/problem-sentences.ts";

export interface Outbox {
  waiting: readonly Outgoing[];
  send: (conversationId: string, body: string) => void;
  sendAgain: (message: Outgoing) => void;
  drop: (message: Outgoing) => void;
}

/** The outbox of one user; no other user of this browser sees it. */
export function useOutbox(userId: string): Outbox {
  const client = useQueryClient();
  const name = `outbox.${userId}`;
  const [waiting, setWaiting] = useState(() => readStored(name));
  const last = useRef(Promise.resolve());
  useEffect(
    () => storeText(name, waiting.length > 0 ? JSON.stringify(waiting) : ""),
    [name, waiting],
  );
  const put = (message: Outgoing) =>
    setWaiting((all) => [...all.filter(({ id }) => id !== message.id), message]);
  const drop = ({ id }: Outgoing) => setWaiting((all) => all.filter((each) => each.id !== id));

  const post = async (message: Outgoing): Promise<void> => {
    const { id, conversationId, body } = message;
    const params = { id: conversationId };
    try {
      await apiAsUser("POST /api/conversations/{id}/messages", { params, body: { id, body } });
      await invalidateEndpoints(client, MESSAGES);
      drop(message);
    } catch (error) {
      put({ ...message, failed: sentenceFor(error, "We couldn't send it.") });
    }
  };
  const queue = (message: Outgoing) => {
    put({ ...message, failed: null });
    last.current = last.current.then(() => post(message));
  };
  useEffect(() => {
    const sendUnsent = () =>
      waiting.filter(({ failed }) => failed === OFFLINE).forEach((message) => queue(message));
    addEventListener("online", sendUnsent);
    return () => removeEventListener("online", sendUnsent);
  });
  return {
    waiting,
    send: (conversationId, body) =>
      queue({ id: crypto.randomUUID(), conversationId, body, failed: null }),
    sendAgain: queue,
    drop,
  };
}

/** A message in flight when the page was left may have arrived, so it is not resent without
 *  asking. */
function readStored(name: string): readonly Outgoing[] {
  const stored = readStoredText(name);
  if (!stored) return [];
  return (JSON.parse(stored) as Outgoing[]).map((message) => ({
    ...message,
    failed: message.failed ?? "You left the page before it was sent.",
  }));
}
