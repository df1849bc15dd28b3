// The service worker that shows alerts sent by web push, and opens their page. It caches nothing
// and handles no requests, so pages load as if it were not there.

self.addEventListener("push", (event) => {
  const { id, title, body, path } = event.data.json();
  const shown = self.registration.showNotification(title, {
    body,
    tag: id, // A repeated push replaces the notification instead of adding one.
    icon: "/icon-192.png",
    data: { path },
  });
  event.waitUntil(shown);
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { href, origin } = new URL(event.notification.data.path, self.location.origin);
  if (origin === self.location.origin) event.waitUntil(open(href));
});

/** Shows the tab that has the page already, or a new one: another tab may hold unsaved input. */
async function open(href) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url === href);
  await (tab ? tab.focus() : self.clients.openWindow(href));
}
