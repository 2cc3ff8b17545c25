// Lets the playground open without a net, after the first visit. The page's own files are kept here, under
// a version that changes with any of them; the engine is kept by its worker, unpacked.
const NAME = 'sightline-page-' + __VERSION__
const FILES = __FILES__

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' }))))
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
      return kept ?? fetch(event.request)
    }),
  )
})
