import { useServices } from '../../services.ts'

/** Is somebody here who has neither ended a game nor done all lessons, nor put away what is said about the goal? */
export function useNewcomer(): boolean {
  const { settings, progress } = useServices()
  return !settings.settings.value.knowsGoal && !progress.isComplete()
}
