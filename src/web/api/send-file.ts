// Uploads a file as the signed-in user. Uses XMLHttpRequest, because fetch does not report upload
// progress.
import { ApiError, toApiError } from "./api.ts";
import { accessToken } from "../session/access-token.ts";

export interface FileToSend {
  method: "POST" | "PUT";
  /** The path and query. */
  address: string;
  file: File;
  headers?: Record<string, string>;
  signal: AbortSignal;
  /** Reports the share sent, in per cent. */
  onProgress: (percent: number) => void;
}

/** @returns the response, whatever its status
 *  @throws ApiError "offline" for no response, also after a cancellation */
export async function sendFile({
  method,
  address,
  file,
  headers = {},
  signal,
  onProgress,
}: FileToSend) {
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

/** Uploads a file to an API endpoint. @returns the parsed response @throws ApiError */
export async function sendToApi(sending: FileToSend): Promise<unknown> {
  const { status, responseText } = await sendFile(sending);
  const body = parsed(responseText);
  if (status >= 300) throw toApiError(status, body);
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The response did not come from our server.
  }
}
