// Makes the playground work offline after the first visit. The page's own files are cached under a
// version that changes with any of them; the engine's worker caches the unpacked engine.
const NAME = 'sightline-page-' + __VERSION__
const FILES = __FILES__
const LANGUAGES = __LANGUAGES__

self.addEventListener('install', (event) => {
  const spoken = new Set(self.navigator.languages.map((each) => LANGUAGES[each.slice(0, 2)]).filter(Boolean))
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll([...FILES, ...spoken].map((file) => new Request(file, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((each) => each.startsWith('sightline-page-') && each !== NAME).map((each) => caches.delete(each))),
      )
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return
  event.respondWith(
    caches.open(NAME).then(async (cache) => {
      const kept = await cache.match(event.request, { ignoreSearch: true })
      if (kept) return kept
      const found = await fetch(event.request)
      // A language is loaded when it is selected, and cached from then on.
      if (found.ok && url.pathname.includes('/assets/')) await cache.put(event.request, found.clone())
      return found
    }),
  )
})
