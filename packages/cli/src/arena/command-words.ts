/** Splits a command into words as a shell would: at spaces, but not inside quotes. */
export function commandWords(command: string): readonly string[] {
  return Array.from(command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g), ([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double: string | undefined, single: string) =>
      double === undefined ? single : double,
    ),
  )
}
