// The id and time of a request. They stay the same for the same content, so that sending it again
// after a lost response does not count twice.
import { useRef } from "react";
import { stampEntry, type Stamp } from "../../session/server-clock.ts";

const NOTHING: { text: string; id: string; stamp: Stamp } = { text: "", id: "", stamp: { at: "" } };

interface SentId {
  identify: (content: unknown) => { id: string } & Stamp;
  /** Lets even the same content get a new id. Call it when the content has arrived. */
  forget: () => void;
}

export function useSentId(): SentId {
  const last = useRef(NOTHING);
  return {
    identify(content) {
      const text = JSON.stringify(content);
      if (last.current.text !== text)
        last.current = { text, id: crypto.randomUUID(), stamp: stampEntry() };
      const { id, stamp } = last.current;
      return { id, ...stamp };
    },
    forget() {
      last.current = NOTHING;
    },
  };
}
