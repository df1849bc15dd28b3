// "Export CSV": downloads a whole list as the signed-in user, shows the progress and saves it as a
// file.
import { formatBytes } from "../../../domain/text/format.ts";
import { useEffect, useRef, useState } from "react";
import type { Api } from "../../../contract/index.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { Button } from "../../ui/button.tsx";
import { streamAsUser } from "../../api/as-user.ts";
import { showFailure } from "../../api/show-failure.ts";
import { saveFile } from "../../api/save-file.ts";
import { Icon } from "../../ui/icon.tsx";

type CsvRoute = Extract<keyof Api, `GET /${string}.csv`>;

export interface ExportButtonProps<R extends CsvRoute> {
  route: R;
  /** Parameters of the export; a list is filtered as on the screen. */
  call: Api[R]["call"];
  /** The file name before its date: "users". */
  name: string;
  label?: string;
  /** The id of the element that describes the file. */
  describedBy?: string;
  /** Asks for confirmation first, and calls `take` to start the download. */
  ask?: (take: () => void) => void;
  /** Handles a failure itself. @returns whether it did; otherwise a toast tells of it */
  onFailure?: (error: unknown) => Promise<boolean>;
  /** Called when the file is saved or has failed. */
  onSettled?: () => void;
}

const FAILED = "We couldn't download the file. Please try again in a moment.";

export function ExportButton<R extends CsvRoute>({
  route,
  call,
  name,
  label = "Export CSV",
  describedBy,
  ask,
  onFailure = () => Promise.resolve(false),
  onSettled,
}: ExportButtonProps<R>) {
  const [received, setReceived] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  // Leaving the page cancels the download.
  useEffect(() => () => running.current?.abort(), []);
  const save = async () => {
    const { signal } = (running.current = new AbortController());
    setReceived(0);
    try {
      const answer = await streamAsUser(route, call, signal);
      const csv = await readAll(answer, setReceived);
      if (signal.aborted) return;
      saveFile(csv, `${name}-${todayInNassau(new Date())}.csv`);
    } catch (error) {
      await tellOf(error).catch((another: unknown) => showFailure(another, FAILED));
    }
    setReceived(null);
    onSettled?.();
  };
  const tellOf = async (error: unknown) => {
    if (running.current?.signal.aborted || (await onFailure(error))) return;
    showFailure(error, FAILED);
  };
  const take = () => void save();
  return (
    <Button
      variant="outline"
      busy={received !== null}
      busyLabel={`Exporting... ${formatBytes(received ?? 0)}`}
      aria-describedby={describedBy}
      onClick={() => (ask ? ask(take) : take())}
    >
      <Icon name="download" size={18} />
      {label}
    </Button>
  );
}

/** Reads the response piece by piece, and reports the bytes so far at each tenth of a megabyte. */
async function readAll(answer: Response, onReceived: (bytes: number) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = answer.body?.getReader();
  let bytes = 0;
  let said = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    pieces.push(next.value);
    bytes += next.value.byteLength;
    if (bytes - said < 100_000) continue;
    said = bytes;
    onReceived(bytes);
  }
  return new Blob(pieces, { type: "text/csv;charset=utf-8" });
}
