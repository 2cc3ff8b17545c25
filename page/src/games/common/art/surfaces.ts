/** The materials of floors and walls in each level of One Card Dungeon. Marks are drawn in a tile of 100 units. */

export interface Surface {
  /** CSS colors for both themes. */
  floor: string
  wall: string
  /** Lines on every floor tile, and on every wall. */
  mark: string
  stones: string
}

const BRICKS = 'M12 36h76M12 66h76M40 12v24M64 36v30M36 66v22'
const CRATE = 'M14 14H86V86H14zM14 14L86 86M86 14L14 86'
const BOULDERS = 'M12 58Q12 30 36 28Q60 28 58 56Q56 82 32 82Q12 80 12 58zM62 44Q66 20 84 26Q92 44 82 58Q66 64 62 44zM62 74Q66 62 82 68Q90 82 76 88Q62 86 62 74z'
const PLANKS = 'M12 28H88M12 50H88M12 72H88M30 12V28M66 28V50M40 50V72M72 72V88'
const SHARDS = 'M12 20L50 50L30 88M50 50L88 34M50 50L76 88M12 62L50 50L58 12'
const BONES = 'M26 40a14 13 0 1 1 28 0v10h-6v8h-16v-8h-6zM34 40h.1M46 40h.1M20 78L78 66M62 30L84 46'
const HEDGE = 'M14 70Q18 54 30 62Q34 46 48 56Q56 42 66 54Q80 46 86 66M14 40Q22 26 32 34Q42 18 54 30Q68 18 84 36'

const YARD: Surface = { floor: 'light-dark(#e4ecd0, #36422f)', wall: 'light-dark(#6d8a55, #1c2616)', mark: 'M24 74l4-12 4 12M66 34l4-12 4 12', stones: HEDGE }

const LEVELS: readonly Surface[] = [
  // straw
  { floor: 'light-dark(#f4ead0, #423a2b)', wall: 'light-dark(#7b6248, #1d1711)', mark: 'M18 30l22-8M60 24l18 10M28 66l20 6M62 76l20-10', stones: BRICKS },
  // water
  { floor: 'light-dark(#e0ecee, #2c3c44)', wall: 'light-dark(#557078, #10191d)', mark: 'M20 36q10-8 20 0t20 0M42 70q10-8 20 0t20 0', stones: BRICKS },
  // flagstones
  { floor: 'light-dark(#ebe6f1, #383347)', wall: 'light-dark(#5d5573, #15121e)', mark: 'M50 4V44M4 44H96M28 44V96M74 44V96', stones: 'M20 88V40Q50 8 80 40V88M36 88V52Q50 34 64 52V88' },
  // kitchen tiles
  { floor: 'light-dark(#f6ebdd, #43392f)', wall: 'light-dark(#8d6238, #22170c)', mark: 'M50 10L90 50L50 90L10 50z', stones: CRATE },
  // carpet
  { floor: 'light-dark(#f6e3df, #473331)', wall: 'light-dark(#84504a, #1f110f)', mark: 'M50 26L74 50L50 74L26 50zM50 40L60 50L50 60L40 50z', stones: BRICKS },
  // moss
  { floor: 'light-dark(#e7edd8, #374030)', wall: 'light-dark(#5c6b49, #151a0f)', mark: 'M24 70v-10M16 60q8-12 16 0zM70 40v-10M62 30q8-12 16 0z', stones: BOULDERS },
  // a dirt floor with bones
  { floor: 'light-dark(#eee3d3, #41382e)', wall: 'light-dark(#7a5b39, #1e150b)', mark: 'M24 32l16 10M60 70l18-8M66 24h.1M30 72h.1', stones: PLANKS },
  // marble
  { floor: 'light-dark(#eef0f4, #393f4a)', wall: 'light-dark(#5b6474, #11141a)', mark: 'M10 80Q40 60 46 36T88 14M60 90Q66 70 90 62', stones: 'M50 16L80 28V52Q78 76 50 88Q22 76 20 52V28zM50 16V88M20 46H80' },
  // stairs
  { floor: 'light-dark(#f1ece1, #3e3a35)', wall: 'light-dark(#6f675a, #181511)', mark: 'M8 25H92M8 50H92M8 75H92', stones: BONES },
  // glass
  { floor: 'light-dark(#e3f0f4, #2c3e48)', wall: 'light-dark(#4f7f90, #0e1a20)', mark: 'M10 60L60 10M40 90L90 40', stones: SHARDS },
  // bare rock
  { floor: 'light-dark(#e9e7e3, #3a3937)', wall: 'light-dark(#5e5b56, #131211)', mark: 'M20 20L38 34L30 50L44 62M90 56L70 62L64 82', stones: BOULDERS },
  // dug earth
  { floor: 'light-dark(#ead9c6, #403024)', wall: 'light-dark(#6b4a30, #1a0f08)', mark: 'M14 34q10 8 22 2M58 22q12 8 26-2M30 74q10 8 24 0M70 66q8 6 18 2', stones: BOULDERS },
]

export function surfaceOf(level: number, lesson = false): Surface {
  return lesson ? YARD : (LEVELS[(level - 1) % LEVELS.length] as Surface)
}
