/** How wide words are in the page's own bold type, in parts of its size. */

const known = new Map<string, number>()
let pen: CanvasRenderingContext2D | null | undefined
/** Where there is no canvas, letters are about this wide. */
const GUESS = 0.68

export function widthOf(words: string): number {
  let width = known.get(words)
  if (width === undefined) {
    width = measured(words)
    known.set(words, width)
  }
  return width
}

function measured(words: string): number {
  if (pen === undefined) {
    pen = document.createElement('canvas').getContext('2d')
    if (pen) pen.font = `700 100px ${getComputedStyle(document.body).fontFamily}`
  }
  return pen ? pen.measureText(words).width / 100 : words.length * GUESS
}
