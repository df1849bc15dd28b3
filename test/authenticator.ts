// A passkey in software, for tests of the server: it creates keys and signs as an authenticator
// does (WebAuthn level 3, section 6). Browser tests use Chromium's virtual authenticator.
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const base64url = (data: Uint8Array | string): string => Buffer.from(data).toString("base64url");
const sha256 = (data: Uint8Array | string): Buffer => createHash("sha256").update(data).digest();

export interface CeremonyOptions {
  challenge: string;
}

interface Behaviour {
  /** The page that the browser reports. */
  origin: string;
  /** Whether the device has checked its owner. */
  isVerified?: boolean;
}

/** A passkey for `localhost`. */
export function makeAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // A COSE key: EC2, ES256, P-256.
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]),
  );
  let count = 0;
  const describeUse = (isVerified: boolean, isNew: boolean): Buffer => {
    count += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (isNew ? 0x40 : 0);
    const length = Buffer.from([0, credentialId.length]);
    const key = isNew ? [Buffer.alloc(16), length, credentialId, coseKey] : [];
    return Buffer.concat([sha256("localhost"), Buffer.from([flags]), counter, ...key]);
  };
  const clientData = (type: string, { challenge }: CeremonyOptions, { origin }: Behaviour) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = (response: object) => ({
    id: base64url(credentialId),
    rawId: base64url(credentialId),
    type: "public-key",
    response,
    clientExtensionResults: {},
  });
  return {
    create(options: CeremonyOptions, behaviour: Behaviour) {
      const authData = new Uint8Array(describeUse(behaviour.isVerified ?? true, true));
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", "none"],
        ["attStmt", new Map<string, string>()],
        ["authData", authData],
      ]);
      return credential({
        clientDataJSON: base64url(clientData("webauthn.create", options, behaviour)),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ["internal"],
      });
    },
    get(options: CeremonyOptions, behaviour: Behaviour) {
      const authData = describeUse(behaviour.isVerified ?? true, false);
      const data = clientData("webauthn.get", options, behaviour);
      return credential({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(sign("sha256", Buffer.concat([authData, sha256(data)]), privateKey)),
      });
    },
    /** As a copy of the device would continue: the next use repeats an earlier count. */
    rewind(): void {
      count -= 1;
    },
  };
}
