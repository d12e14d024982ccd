import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ROUTES } from '../routes.ts'

/** An address that people guess; it leads to the classes. */
export function ClassesPage() {
  const { route } = useLocation()
  useEffect(() => route(ROUTES.class, true), [route])
  return null
}
