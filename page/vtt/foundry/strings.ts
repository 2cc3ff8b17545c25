/** All texts of the Foundry VTT module. */
export const strings = {
  game: 'Game',
  gameHint: 'The rule for line of sight and cover.',
  lines: 'Draw lines',
  linesHint: 'Draw the lines that decided on the map.',
  reason: 'Show reason',
  reasonHint: 'Show why a target is visible or has cover.',
  loading: 'Sightline is loading its engine.',
  noFiles: 'Sightline: engine files are missing. Install the module again.',
  noWorker: 'Sightline: the engine did not start. Reload the page.',
  select: 'Select your token, then target another one.',
  from: (a: string, b: string) => `${a} to ${b}`,
  verdict: { visible: 'Visible', hidden: 'Not visible', ambiguous: 'Ambiguous', cover: 'cover' },
}
