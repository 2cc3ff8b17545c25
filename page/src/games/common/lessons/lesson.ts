/** A step of a first game: what can be done now, and why. */
export interface Lesson {
  /** Its place among the steps: never lower than that of a lesson before it. */
  number: number
  title: string
  text: string[]
}
