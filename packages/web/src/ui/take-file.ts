/** The chosen file. Empties the field, so that choosing the same file again is a change. */
export function takeFile(input: HTMLInputElement): File | undefined {
  const file = input.files?.[0]
  input.value = ''
  return file
}
