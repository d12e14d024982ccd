// The service worker, which keeps the whole site on the device (build/service-worker.ts). `__KEPT__` are the files that
// it keeps, each with a hash unless its name has one.
import { clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

// The server answers these itself: they are no pages of the site.
const SERVED = /^\/(api|embed|oembed|picture|socket|healthz|readyz|metrics)(\/|$)/

importScripts('push-worker.js')

// A new version waits until the player asks for it (src/models/device/offline.ts).
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') self.skipWaiting()
})
// The first visit is enough: the page is served from the cache from then on.
clientsClaim()
precacheAndRoute(__KEPT__)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [SERVED] }))
