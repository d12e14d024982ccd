import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../i18n/i18n.ts'
import { Notice } from './Notice.tsx'
import { nextTask } from './next-task.ts'

/** A component whose code loads when it is first shown; until then it renders nothing. */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function Lazily(props: P) {
    const t = useTranslate()
    const [loaded, setLoaded] = useState<{ Component: ComponentType<P> | undefined }>()
    useEffect(() => {
      load().then(
        async (Component) => {
          // Its code has just run, so drawing it is a task of its own.
          await nextTask()
          setLoaded({ Component })
        },
        () => setLoaded({ Component: undefined }),
      )
    }, [])
    if (loaded === undefined) return null
    const { Component } = loaded
    // Only while offline, before the site has been stored on the device.
    if (Component === undefined) return <Notice text={t('error.notLoaded')} />
    return <Component {...props} />
  }
}
