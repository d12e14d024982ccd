import { outcome, type Position } from '@hokito/rules'
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { createAnalyst, passed } from '../../models/analysis/analyst.ts'
import { createAnalystSettings } from '../../models/analysis/analyst-settings.ts'
import { startEngine } from '../../models/device/start-engine.ts'
import { type Services, useServices } from '../../services.ts'
import { useOwned } from '../../ui/hooks.ts'

export type AnalysisEngine = ReturnType<typeof createAnalysisEngine>

/**
 * The engine that analyses the position shown, with its switches. `ownSwitch` stands for the one
 * kept on the device.
 */
export function useAnalyst(
  shown: ReadonlySignal<Position>,
  ownSwitch: Signal<boolean> | undefined,
): AnalysisEngine {
  const services = useServices()
  return useOwned(() => createAnalysisEngine(shown, services, ownSwitch))
}

// --- internal ---

function createAnalysisEngine(
  shown: ReadonlySignal<Position>,
  { hasComputer, deviceStorage }: Services,
  ownSwitch: Signal<boolean> | undefined,
) {
  const device = {
    cores: navigator.hardwareConcurrency,
    memoryGiB: 'deviceMemory' in navigator ? Number(navigator.deviceMemory) : undefined,
    canShare: crossOriginIsolated,
  }
  const settings = createAnalystSettings(deviceStorage, device, ownSwitch)
  const wantsThreats = signal(false)
  const canThreaten = computed(
    () => outcome(shown.value) === undefined && outcome(passed(shown.value)) === undefined,
  )
  const threatens = computed(() => wantsThreats.value && canThreaten.value)
  const position = computed(() => (threatens.value ? passed(shown.value) : shown.value))
  const possible = computed(() => {
    const wanted = settings.settings.value
    return { ...wanted, isOn: wanted.isOn && hasComputer }
  })
  const analyst = createAnalyst({ position, settings: possible, start: startEngine })
  return {
    hasComputer,
    settings,
    analyst,
    shown,
    /** The position analysed: the one shown, or for threats the one after a pass. */
    position,
    canThreaten,
    threatens,
    toggle: () => settings.change({ isOn: !settings.settings.peek().isOn }),
    toggleThreats: () =>
      batch(() => {
        wantsThreats.value = !threatens.peek()
        if (wantsThreats.peek()) settings.change({ isOn: true })
      }),
    dispose: analyst.dispose,
  }
}
