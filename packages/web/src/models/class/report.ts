import type { ClassesReply, PlayerId, PupilProgress } from '@hokito/protocol'
import type { AnswerPromise } from '../device/ask.ts'
import { fetchClasses, reportProgress } from './class-api.ts'
import { type ClassDeviceServices, createClassDevice } from './class-device.ts'

/** A pupil begins or goes on at this device, which reports what was done on it. */
export function reportFrom(
  services: ClassDeviceServices,
  pupil: PlayerId,
  known: PupilProgress,
): AnswerPromise<ClassesReply> {
  const device = createClassDevice(services)
  device.enter(pupil, known)
  return reportProgress(device.report())
}

/** The pupil who leaves this device keeps what was done on it, even without opening the class again. */
export async function reportLast(services: ClassDeviceServices): Promise<void> {
  const before = await fetchClasses()
  if (!before.ok || before.value.own === undefined || before.value.player === undefined) return
  await reportFrom(services, before.value.player.id, before.value.own.done)
}
