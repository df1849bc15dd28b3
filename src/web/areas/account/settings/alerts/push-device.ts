// Web push in this browser: whether it can receive alerts, and its subscription.

const WORKER = "/alerts-worker.js";

/** Why this browser can't receive alerts, or that it can. */
export type PushSupport = "supported" | "unsupported" | "install_first" | "denied";

export function readPushSupport(): PushSupport {
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)
    return Notification.permission === "denied" ? "denied" : "supported";
  // Safari on iPhone and iPad has web push only in apps on the Home Screen.
  return isApplePhone() && !matchMedia("(display-mode: standalone)").matches
    ? "install_first"
    : "unsupported";
}

/** An iPad calls itself a Mac, but no Mac has a touch screen. */
const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);

/** The address of this browser's subscription, of whichever account. */
export async function findEndpoint(): Promise<string | null> {
  if (readPushSupport() !== "supported") return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

export interface DeviceSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * Asks for permission if needed, and subscribes.
 * @param key of the server, in base64url
 * @returns undefined if the person refuses
 * @throws when the browser's push service can't be reached
 */
export async function subscribeDevice(key: string): Promise<DeviceSubscription | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscribe = () =>
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const subscription = await subscribe().catch(async (error: unknown) => {
    // The browser is subscribed with another key, such as that of an earlier installation.
    if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
    await (await pushManager.getSubscription())?.unsubscribe();
    return subscribe();
  });
  const { endpoint, keys = {} } = subscription.toJSON();
  const { p256dh, auth } = keys;
  if (!endpoint || !p256dh || !auth) throw new Error("the subscription is incomplete");
  return { endpoint, keys: { p256dh, auth } };
}

export async function unsubscribeDevice(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
