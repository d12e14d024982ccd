import { useLocation } from 'preact-iso'
import { addressIn, readAddress } from '../routes.ts'

/** Makes links that stay in the language of the page's address, where what they lead to has one in it. */
export function useAddress(): (route: string) => string {
  const { language } = readAddress(useLocation().path)
  return (route) => addressIn(language, route)
}
