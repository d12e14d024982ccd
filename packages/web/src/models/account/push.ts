import { pushReplySchema } from '@hokito/protocol'
import { type ReadonlySignal, signal } from '@preact/signals'
import { LANGUAGES, type Language } from '../../i18n/languages.ts'
import { ask, posting, readAnswer } from '../device/ask.ts'
import { forgetPush, keepPush, readPushKept } from '../device/push-key.ts'

/** Whether this device gets notifications; or why that cannot be chosen. */
export type PushState =
  /** It is being checked, or changed. */
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
  /** Checks the current state. */
  readonly look: () => Promise<void>
  /** Call it from a press: otherwise browsers do not ask for permission. */
  readonly switchOn: (language: Language) => Promise<void>
  readonly switchOff: () => Promise<void>
}

/** @param storage what this device stores */
export function createPush(storage: () => Storage): PushModel {
  const state = signal<PushState>('asked')
  const failure = signal<PushFailure | undefined>(undefined)
  let key: string | undefined

  /**
   * Runs a task that results in a state; an unforeseen error is reported and shown as
   * `unsupported`.
   */
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
    return (await present()) !== undefined && readPushKept(storage) !== null ? 'on' : 'off'
  }

  async function switchOn(language: Language): Promise<PushState> {
    // First of all, because some browsers forget the press after any await.
    const permission = await Notification.requestPermission()
    if (permission === 'denied') return 'denied'
    if (permission !== 'granted') {
      failure.value = 'notAllowed'
      return 'off'
    }
    failure.value = await notifyHere(storage, key ?? '', language)
    return failure.value === undefined ? 'on' : 'off'
  }

  return {
    state,
    failure,
    look: () => become(look),
    switchOn: (language) => become(() => switchOn(language)),
    switchOff: () =>
      become(async () => {
        await stopNotifying(storage)
        return 'off'
      }),
  }
}

/**
 * Renews this device's subscription with the server, if notifications are on and it is due: in
 * another language, after half a day, or in another session. Subscribes again if the browser or the
 * server has dropped the subscription.
 */
export async function keepNotified(storage: () => Storage, language: Language): Promise<void> {
  const kept = readPushKept(storage)
  if (kept === null) return
  const [at = 0, inLanguage] = kept.split(' ')
  if (inLanguage === language && Date.now() - Number(at) < KEPT_MS) return
  if (obstacleHere() !== undefined || Notification.permission !== 'granted')
    return forgetPush(storage)
  const key = (await fetchKey())?.key
  // If it fails now, the next page tries again.
  if (key !== undefined) await notifyHere(storage, key, language)
}

/** Another session has begun on this device: subscribes again if notifications are on. */
export function notifyAnew(storage: () => Storage): void {
  const language = LANGUAGES.find((each) => each === readPushKept(storage)?.split(' ')[1])
  if (language === undefined) return
  // If the page is left before that, the next page does it.
  keepPush(storage, 0, language)
  void keepNotified(storage, language)
}

/** Ends notifications on this device, for every player who signs in on it. */
export async function stopNotifying(storage: () => Storage): Promise<void> {
  if (readPushKept(storage) === null) return
  forgetPush(storage)
  const subscription = await present()
  if (subscription === undefined) return
  // If this does not reach the server, the push service will report that the subscription is gone.
  await post('unsubscribe', { endpoint: subscription.endpoint })
  // If that fails too, the end of the session or of the subscription stops notifications.
  await atMost(
    subscription.unsubscribe().catch(() => false),
    GIVING_UP_MS,
  )
}

// --- internal ---

const KEPT_MS = 43_200_000
/** How long the service worker may take to become ready, and the browser to drop a subscription. */
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

/** Subscribes here and registers with the server. Returns the failure, if any. */
async function notifyHere(
  storage: () => Storage,
  key: string,
  language: Language,
): Promise<PushFailure | undefined> {
  const registration = await registered()
  if (registration === undefined) return 'noService'
  const subscription = await subscribe(registration, key)
  if (subscription === undefined) return 'noService'
  const { endpoint, keys } = subscription.toJSON()
  const answer = await tellServer({ endpoint, keys, language })
  if (answer === 'done') {
    keepPush(storage, Date.now(), language)
    return undefined
  }
  return answer === undefined ? 'unanswered' : 'refused'
}

async function tellServer(wish: object): Promise<string | undefined> {
  const answer = await post('subscribe', wish)
  if (answer !== 'signedOut') return answer
  // Nobody has played here yet: this makes a guest, whose games the notifications will be about.
  await readAnswer('/api/session', { method: 'POST' })
  return post('subscribe', wish)
}

/** The browser's subscription with this key; undefined if its push service gives none. */
async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  key: string,
): Promise<PushSubscription | undefined> {
  try {
    const former = await pushManager.getSubscription()
    if (former !== null && keyOf(former) === key) return former
    // The server has a different key than before.
    await former?.unsubscribe()
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch {
    // Browsers report it in many ways, and all of them say only that it failed.
    return undefined
  }
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The browser's current subscription. */
async function present(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/**
 * The service worker that stores the site, once it has fetched everything; undefined if it does not
 * become ready.
 */
function registered(): Promise<ServiceWorkerRegistration | undefined> {
  return atMost(navigator.serviceWorker.ready, READY_MS)
}

function atMost<T>(task: Promise<T>, ms: number): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined))
  return Promise.race([task, late])
}

async function fetchKey(): Promise<{ readonly key?: string | undefined } | undefined> {
  return pushReplySchema.safeParse(await readAnswer('/api/push')).data
}

/** `done`, the code of a refusal, or undefined without an answer. */
async function post(path: string, body: object): Promise<string | undefined> {
  const answer = await ask(`/api/push/${path}`, posting(body), () => undefined)
  return answer.ok ? 'done' : answer.error?.code
}
