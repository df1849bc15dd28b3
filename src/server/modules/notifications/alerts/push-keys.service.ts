// The key pair that identifies this marketplace to push services (VAPID, RFC 8292). It is made once
// and stored encrypted, so that all processes share it. With another key, no browser would get an
// alert before its owner switched them on again.
import webPush from "web-push";
import type { Ctx } from "../../../platform/context.ts";
import { seal, unseal } from "../../../platform/keys/sealing.ts";
import { findPushKeys, insertPushKeys, resealPushKeys } from "./push.repository.ts";

type KeysCtx = Pick<Ctx, "db" | "clock" | "keys">;

/** Prevents other sealed values from being used as the key. */
const BOUND_TO = "push-key";

/** Both in base64url: the public key with 65 bytes, the private one with 32. */
export interface PushKeyPair {
  publicKey: string;
  privateKey: string;
}

/** Makes the keys when they are first needed. */
export async function getPushKeys(ctx: KeysCtx): Promise<PushKeyPair> {
  const stored = await findPushKeys(ctx.db);
  if (stored) return opened(ctx, stored);
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await insertPushKeys(ctx.db, {
    public_key: publicKey,
    ...sealed(ctx, Buffer.from(privateKey)),
    created_at: ctx.clock.now().toISOString(),
  });
  return getPushKeys(ctx);
}

/** Encrypts the private key with the current encryption key, if an older one did. */
export async function reencryptPushKeys(ctx: KeysCtx): Promise<void> {
  const stored = await findPushKeys(ctx.db);
  if (!stored || stored.key_id === ctx.keys.sealing.current.id) return;
  await resealPushKeys(ctx.db, sealed(ctx, Buffer.from(opened(ctx, stored).privateKey)));
}

const sealed = (ctx: Pick<Ctx, "keys">, plain: Buffer) => ({
  sealed: seal(ctx.keys.sealing, plain, BOUND_TO),
  key_id: ctx.keys.sealing.current.id,
});

const opened = (
  ctx: Pick<Ctx, "keys">,
  stored: { public_key: string; sealed: Buffer },
): PushKeyPair => ({
  publicKey: stored.public_key,
  privateKey: unseal(ctx.keys.sealing, stored.sealed, BOUND_TO).toString(),
});
