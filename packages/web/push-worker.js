// Part of the service worker: shows push messages from the server, and opens their page when they
// are clicked. build/push-worker.ts puts `WORDS`, by language, in front of this code.
{
  /** Puts values into a text of the catalogue. */
  const put = (text, values) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '')

  const contentOf = (data) => {
    try {
      return data.json()
    } catch {
      // Empty, or in the form of a newer server. Browsers demand that each message shows something.
      return {}
    }
  }

  const show = (data) => {
    const { kind, language, name, path = '/games', deadline, until } = contentOf(data)
    const lang = language in WORDS ? language : 'en'
    const words = WORDS[lang]
    const title = put(words[kind] ?? words.news, { name })
    const format = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' })
    const dated = [
      [deadline, words.moveBy],
      [until, words.until],
    ].find(([instant]) => instant !== undefined)
    const body =
      dated === undefined
        ? { turn: words.play, begun: words.play, challenge: words.answer }[kind]
        : put(dated[1], { date: format.format(dated[0]) })
    return self.registration.showNotification(title, {
      body,
      lang,
      tag: path,
      renotify: true,
      icon: '/icon-192.png',
      data: { path },
    })
  }

  /** Opens a path in a new page, unless one shows it already. Other pages may have a running game. */
  const lead = async (path) => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const there = pages.find(({ url }) => new URL(url).pathname === path)
    return there === undefined ? self.clients.openWindow(path) : there.focus()
  }

  /** Tells the server the new address for messages. If that fails, the next page that opens does. */
  const renew = async ({ oldSubscription, newSubscription }) => {
    const { key } = await (await fetch('/api/push')).json()
    if (key === undefined) return
    const options = { userVisibleOnly: true, applicationServerKey: key }
    const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options))
    const { endpoint, keys } = subscription.toJSON()
    const former = oldSubscription?.endpoint
    await fetch('/api/push/subscribe', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ endpoint, keys, ...(former && { former }) }),
    })
  }

  self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(lead(event.notification.data?.path ?? '/games'))
  })
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))
}
