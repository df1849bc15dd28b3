// A push service for tests, and browsers that subscribe to it. It checks what a real one checks
// (RFC 8030, RFC 8292), and decrypts as a browser does (RFC 8291).
import {
  createDecipheriv,
  createECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
  type ECDH,
} from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { importJWK, jwtVerify } from "jose";

export interface PushedAlert {
  id: string;
  title: string;
  body: string;
  path: string;
}

/** A browser: its keys, and what reached it. */
interface Browser {
  ecdh: ECDH;
  auth: Buffer;
  received: { alert: PushedAlert; headers: IncomingMessage["headers"]; sender: string }[];
}

/** @param host a name that the program's network resolves to this machine (test/sites.ts) */
export async function startPushService(host = "feeds.test") {
  const browsers = new Map<string, Browser>();
  /** Statuses of the next responses; 201 once there are none left. */
  const statuses: number[] = [];
  const calls: string[] = [];
  /** The paths that wait for the test, with their unanswered responses. */
  const held = new Map<string, ServerResponse[]>();
  const accept = async (request: IncomingMessage, browser: Browser): Promise<void> => {
    const body = await buffer(request);
    const sender = await verifySender(request, `http://${host}:${port}`);
    browser.received.push({
      alert: JSON.parse(decrypt(body, browser)),
      headers: request.headers,
      sender,
    });
  };
  const server = createServer((request, response) => {
    const { url = "" } = request;
    calls.push(url);
    const waiting = held.get(url);
    if (waiting) return void waiting.push(response);
    const browser = browsers.get(url);
    const status = statuses.shift() ?? (browser ? 201 : 410);
    if (status !== 201 || !browser) return void response.writeHead(status).end();
    void accept(request, browser)
      .then(() => response.writeHead(201).end())
      .catch((error: Error) => response.writeHead(400).end(error.message));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    calls,
    statuses,
    /** A new browser with its subscription, as PushSubscription.toJSON returns it. */
    subscribe() {
      const path = `/push/${randomUUID()}`;
      const ecdh = createECDH("prime256v1");
      const p256dh = ecdh.generateKeys("base64url");
      const auth = randomBytes(16);
      const received: Browser["received"] = [];
      browsers.set(path, { ecdh, auth, received });
      const keys = { p256dh, auth: auth.toString("base64url") };
      return {
        path,
        received,
        subscription: { endpoint: `http://${host}:${port}${path}`, keys },
        /** The vendor forgets the browser. */
        forget: () => void browsers.delete(path),
        /** The service stops answering. @returns a function that answers what waits */
        hold() {
          const waiting: ServerResponse[] = [];
          held.set(path, waiting);
          return () => {
            held.delete(path);
            for (const response of waiting) response.writeHead(201).end();
          };
        },
      };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type PushService = Awaited<ReturnType<typeof startPushService>>;

/**
 * Checks the token of the sender (RFC 8292).
 * @returns the sender's public key
 */
async function verifySender({ headers }: IncomingMessage, audience: string): Promise<string> {
  const [, token = "", key = ""] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString("base64url"),
  );
  const jwk = { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" };
  const { payload } = await jwtVerify(token, await importJWK(jwk, "ES256"), { audience });
  if (!payload.sub?.startsWith("mailto:")) throw new Error("the sender names no contact");
  return key;
}

/** Decrypts a payload of one record (RFC 8188, RFC 8291). */
function decrypt(body: Buffer, { ecdh, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const senderKey = body.subarray(21, keyEnd);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), senderKey]);
  const shared = ecdh.computeSecret(senderKey);
  const secret = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
  const derive = (name: string, length: number): Buffer =>
    Buffer.from(
      hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length),
    );
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
