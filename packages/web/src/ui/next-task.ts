/** Waits for a task of its own, so that the browser can answer a finger and paint before it. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
