// Responds to bytes that Node could not parse as a request: headers that are too large, too slow or
// not HTTP.
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

const STATUSES: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Sends a status without a body and closes the connection. The method is unknown, and a body after
 * HEAD would read as the start of the next response.
 */
export function refuseUnparsable(error: { code: string }, socket: Socket): void {
  const status = STATUSES[error.code] ?? 400;
  if (error.code !== "ECONNRESET" && socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
  socket.destroy();
}
