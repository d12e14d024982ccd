import { httpRefusalSchema, pushReplySchema } from '@hokito/protocol'
import { type ReadonlySignal, signal } from '@preact/signals'
import { LANGUAGES, type Language } from '../../i18n/languages.ts'
import { PUSH_KEY, readPushKept } from '../device/push-key.ts'

/** Whether this device is notified; where that cannot be chosen, why. */
export type PushState =
  /** It is being found out, or changed. */
  'asked' | 'on' | 'off' | (typeof PUSH_OBSTACLES)[number]

/** Why notifications can be neither switched on nor off. */
export const PUSH_OBSTACLES = [
  'unsupported',
  'insecure',
  'install',
  'none',
  'unanswered',
  'denied',
] as const

/** Why they could not be switched on. */
export type PushFailure = 'notAllowed' | 'noService' | 'refused' | 'unanswered'

/** The switch for notifications on this device. */
export interface PushModel {
  readonly state: ReadonlySignal<PushState>
  readonly failure: ReadonlySignal<PushFailure | undefined>
  /** Finds out how it stands. */
  readonly look: () => Promise<void>
  /** Has to be called by a press: only then browsers ask whether it is allowed. */
  readonly switchOn: (language: Language) => Promise<void>
  readonly switchOff: () => Promise<void>
}

export function createPush(): PushModel {
  const state = signal<PushState>('asked')
  const failure = signal<PushFailure | undefined>(undefined)
  let key: string | undefined

  /** Does something that ends in a state; what goes wrong unforeseen is reported, and nothing is pretended. */
  async function become(task: () => Promise<PushState>): Promise<void> {
    state.value = 'asked'
    failure.value = undefined
    try {
      state.value = await task()
    } catch (error) {
      reportError(error)
      state.value = 'unsupported'
    }
  }

  async function look(): Promise<PushState> {
    const obstacle = obstacleHere()
    if (obstacle !== undefined) return obstacle
    const asked = await fetchKey()
    if (asked === undefined) return 'unanswered'
    key = asked.key
    if (key === undefined) return 'none'
    if (Notification.permission === 'denied') return 'denied'
    return (await present()) !== undefined && readPushKept() !== null ? 'on' : 'off'
  }

  async function switchOn(language: Language): Promise<PushState> {
    // First of all: some browsers have forgotten the press after anything that is waited for.
    const permission = await Notification.requestPermission()
    if (permission === 'denied') return 'denied'
    if (permission !== 'granted') {
      failure.value = 'notAllowed'
      return 'off'
    }
    failure.value = await notifyHere(key ?? '', language)
    return failure.value === undefined ? 'on' : 'off'
  }

  return {
    state,
    failure,
    look: () => become(look),
    switchOn: (language) => become(() => switchOn(language)),
    switchOff: () =>
      become(async () => {
        await stopNotifying()
        return 'off'
      }),
  }
}

/**
 * Tells the server again that this device is to be notified, if it is and that is due: in another language, after half a
 * day, or as somebody else is signed in. Subscribes anew where the browser or the server has given up what there was.
 */
export async function keepNotified(language: Language): Promise<void> {
  const kept = readPushKept()
  if (kept === null) return
  const [at = 0, inLanguage] = kept.split(' ')
  if (inLanguage === language && Date.now() - Number(at) < KEPT_MS) return
  if (obstacleHere() !== undefined || Notification.permission !== 'granted') return forget()
  const key = (await fetchKey())?.key
  // What is not told now is told with the next page.
  if (key !== undefined) await notifyHere(key, language)
}

/** Another session has begun on this device: where it is to be notified, that is told again. */
export function notifyAnew(): void {
  const language = LANGUAGES.find((each) => each === readPushKept()?.split(' ')[1])
  if (language === undefined) return
  // Should the page be left before it is told, the next one does it.
  keep(`0 ${language}`)
  void keepNotified(language)
}

/** This device is not notified any more, whoever is signed in on it. */
export async function stopNotifying(): Promise<void> {
  if (readPushKept() === null) return
  forget()
  const subscription = await present()
  if (subscription === undefined) return
  // Where the server does not hear it, it is told by the push service, which knows the subscription no more.
  await post('unsubscribe', { endpoint: subscription.endpoint })
  // Where even that fails, the session's end or the push service's own does it.
  await atMost(
    subscription.unsubscribe().catch(() => false),
    GIVING_UP_MS,
  )
}

// --- internal ---

const KEPT_MS = 43_200_000
const ANSWER_MS = 10_000
/** How long the service worker may take to be there, and the browser to give a subscription up. */
const READY_MS = 60_000
const GIVING_UP_MS = 5000

function obstacleHere(): PushState | undefined {
  if (!isSecureContext) return 'insecure'
  const has = (name: string) => name in globalThis
  if (has('PushManager') && has('Notification') && 'serviceWorker' in navigator) return undefined
  // Safari on iPhone and iPad, which says whether the site was opened from the home screen.
  const isInBrowser = 'standalone' in navigator && navigator.standalone === false
  return isInBrowser ? 'install' : 'unsupported'
}

/** Subscribes here and tells the server. Gives what went wrong. */
async function notifyHere(key: string, language: Language): Promise<PushFailure | undefined> {
  const registration = await registered()
  if (registration === undefined) return 'noService'
  const subscription = await subscribe(registration, key)
  if (subscription === undefined) return 'noService'
  const { endpoint, keys } = subscription.toJSON()
  const answer = await tellServer({ endpoint, keys, language })
  if (answer === 'done') {
    keep(`${Date.now()} ${language}`)
    return undefined
  }
  return answer === undefined ? 'unanswered' : 'refused'
}

async function tellServer(wish: object): Promise<string | undefined> {
  const answer = await post('subscribe', wish)
  if (answer !== 'signedOut') return answer
  // Nobody has played here yet: a guest is made, whose games it will be about.
  try {
    await fetch('/api/session', { method: 'POST', signal: AbortSignal.timeout(ANSWER_MS) })
  } catch {
    // No network: that is found by what follows too.
  }
  return post('subscribe', wish)
}

/** The browser's subscription with this key; undefined where its push service gives none. */
async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  key: string,
): Promise<PushSubscription | undefined> {
  try {
    const former = await pushManager.getSubscription()
    if (former !== null && keyOf(former) === key) return former
    // The server has another secret than it had.
    await former?.unsubscribe()
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch {
    // Browsers say it in many ways, and none of them says more than that it did not come about.
    return undefined
  }
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** What this browser is subscribed by. */
async function present(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** The service worker that keeps the site, once it has fetched all of that; undefined where it does not come. */
function registered(): Promise<ServiceWorkerRegistration | undefined> {
  return atMost(navigator.serviceWorker.ready, READY_MS)
}

function atMost<T>(task: Promise<T>, ms: number): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined))
  return Promise.race([task, late])
}

async function fetchKey(): Promise<{ readonly key?: string | undefined } | undefined> {
  try {
    const response = await fetch('/api/push', { signal: AbortSignal.timeout(ANSWER_MS) })
    return response.ok ? pushReplySchema.safeParse(await response.json()).data : undefined
  } catch {
    // No network: the switch says so.
    return undefined
  }
}

/** `done`, the code of a refusal, or undefined where there is no answer. */
async function post(path: string, body: object): Promise<string | undefined> {
  try {
    const response = await fetch(`/api/push/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    if (response.ok) return 'done'
    return httpRefusalSchema.safeParse(await response.json()).data?.code
  } catch {
    // No network, or an answer that cannot be read: either way none.
    return undefined
  }
}

function keep(text: string): void {
  try {
    localStorage.setItem(PUSH_KEY, text)
  } catch {
    // No room: the switch is off again on the next page, and the server's messages end with the session.
  }
}

function forget(): void {
  try {
    localStorage.removeItem(PUSH_KEY)
  } catch {
    // No storage: nothing is kept there.
  }
}
