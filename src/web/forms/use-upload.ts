// One upload of a file: its progress, its cancellation, and the warning before leaving the page.
import { useEffect, useRef, useState } from "react";
import type { FileToSend } from "../api/send-file.ts";
import { useLeaveWarning } from "./leave-warning.ts";

export function useUpload() {
  /** Per cent; null while nothing is being uploaded. */
  const [sent, setSent] = useState<number | null>(null);
  const abort = useRef<AbortController>(null);
  useLeaveWarning(sent !== null);
  useEffect(() => () => abort.current?.abort(), []);

  /**
   * Runs `send` and shows its progress until it has ended.
   * @returns whether it succeeded; false if it was cancelled
   * @throws what `send` throws, unless it was cancelled
   */
  const upload = async (
    send: (options: Pick<FileToSend, "signal" | "onProgress">) => Promise<unknown>,
  ): Promise<boolean> => {
    const controller = new AbortController();
    abort.current = controller;
    setSent(0);
    try {
      await send({ signal: controller.signal, onProgress: setSent });
      return true;
    } catch (error) {
      if (controller.signal.aborted) return false;
      throw error;
    } finally {
      setSent(null);
    }
  };
  return { sent, upload, cancel: () => abort.current?.abort() };
}
