/** The width of text in the page's bold font, relative to the font size. */

const known = new Map<string, number>()
let pen: CanvasRenderingContext2D | null | undefined
/** The estimated width of a letter, if there is no canvas. */
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
