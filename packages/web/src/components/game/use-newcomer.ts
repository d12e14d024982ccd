import { useServices } from '../../services.ts'

/**
 * Whether the player is new: has not ended a game, has not done all lessons, and has not closed the
 * note on the goal.
 */
export function useNewcomer(): boolean {
  const { settings, progress } = useServices()
  return !settings.settings.value.knowsGoal && !progress.isComplete()
}
