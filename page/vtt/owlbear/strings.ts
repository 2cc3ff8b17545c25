/** All texts of the Owlbear Rodeo extension. */
export const strings = {
  game: 'Game',
  gameHint: 'The game master chooses the game for the room.',
  loading: (percent: number) => `Loading the engine: ${percent} %`,
  starting: 'Starting the engine.',
  noFiles: 'The engine files are missing. Copy the whole folder to the host.',
  noWorker: 'The engine did not start. Reload the page.',
  noRoom: 'Open this page in an Owlbear Rodeo room.',
  noScene: 'Open a scene first.',
  select: 'Select two tokens to see the line between them.',
  selectView: 'Select one token to see its field of view.',
  swap: 'Swap tokens',
  field: 'Show field of view',
  from: (a: string, b: string) => `${a} to ${b}`,
  tiles: (name: string) => `Field of view: ${name}`,
  verdict: { visible: 'Visible', hidden: 'Not visible', ambiguous: 'Ambiguous', cover: 'cover' },
}
