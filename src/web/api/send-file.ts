// Sends a file as the person who is signed in. By XMLHttpRequest: fetch does not tell how much has been sent.
import { ApiError, apiErrorOf } from "./api.ts";
import { accessToken } from "../session/session.ts";

export interface FileToSend {
  method: "POST" | "PUT";
  /** Path and query. */
  address: string;
  file: File;
  headers?: Record<string, string>;
  signal: AbortSignal;
  /** How much has been sent, in per cent. */
  onProgress: (percent: number) => void;
}

/** @returns the answer, whatever it says @throws ApiError "offline" for none, also when it was cancelled */
export async function sendFile({ method, address, file, headers = {}, signal, onProgress }: FileToSend) {
  const token = await accessToken();
  return new Promise<XMLHttpRequest>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total > 0 ? Math.floor((100 * loaded) / total) : 0),
    );
    request.addEventListener("load", () => resolve(request));
    const lost = () => reject(new ApiError("offline", 0));
    request.addEventListener("error", lost);
    request.addEventListener("abort", lost);
    signal.addEventListener("abort", () => request.abort());
    if (signal.aborted) lost();
    else request.send(file);
  });
}

/** Sends a file to an endpoint of the API. @returns its answer @throws ApiError */
export async function sendToApi(sending: FileToSend): Promise<unknown> {
  const { status, responseText } = await sendFile(sending);
  const body = parsed(responseText);
  if (status >= 300) throw apiErrorOf(status, body);
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // whoever answered is not our server
  }
}
