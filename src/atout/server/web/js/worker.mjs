// The service worker: keeps the static shell for when there is no network, and nothing else. What a table says, and
// whatever a person is given by the server, never passes through here into a store.
//
// The network always comes first, so that an upgrade shows at once. Only where it is silent the copy answers: for a
// file of the shell its last one, for any page the page that says so.

const NAME = "atout-shell-1";
const lang = new URL(self.location.href).searchParams.get("lang") ?? "fr";
const OFFLINE = `/offline?lang=${lang}`;
const SHELL = [OFFLINE, "/web/css/tokens.css", "/web/css/page.css", "/web/css/pages.css", "/web/js/settings.mjs", "/web/icons/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (pathname.startsWith("/web/")) event.respondWith(shell(request));
});

/** A file of the shell: the newest one, kept; where there is no network the one kept. */
async function shell(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(NAME)).put(request, answer.clone());
    return answer;
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}
