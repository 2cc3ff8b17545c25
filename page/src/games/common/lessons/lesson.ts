/** A step of a tutorial game: what the player can do now, and why. */
export interface Lesson {
  /** Its position among the steps, which never decreases. */
  number: number
  title: string
  text: string[]
}
