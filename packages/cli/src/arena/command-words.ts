/** Cuts a command into words as a shell would: spaces part them, quotes keep them together. */
export function commandWords(command: string): readonly string[] {
  return Array.from(command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g), ([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double: string | undefined, single: string) =>
      double === undefined ? single : double,
    ),
  )
}
