import { describe, expect, it } from 'vitest'
import samples from './version1.json'
import { hasPosition, preview } from './link'

const fragment = (name: keyof typeof samples) => samples[name].link.replace(/^.*#/, '#')

describe('the picture of a link before the engine is there', () => {
  it('shows squares with walls, doors, furniture and free walls', async () => {
    const found = await preview(fragment('walled'))
    expect(found?.question).toMatchObject({ from: 'Mira', to: 'goblin', rule: 'dnd5e' })
    const { tiles, edges, walls, figures, terrain } = found!.stage
    expect(tiles?.map((run) => run[2])).toEqual(['..#.', '....', '....'])
    expect(edges).toContainEqual([0, 1, 1, 1, 'door', 'closed'])
    expect(edges).toContainEqual([0, 1, 0, 2, 'wall', ''])
    expect(edges).toContainEqual([1, 0, 2, 0, 'door', 'open'])
    expect(walls).toEqual([[0.5, 2.25, 2.5, 1.125, 'wall', '']])
    expect(terrain?.map((span) => span[3])).toEqual(['low', 'low'])
    const table = figures?.find((each) => each.name === 'great table')
    expect(table).toMatchObject({ at: [1, 1], size: [2, 2], furniture: true, blocks: false })
    expect(figures?.find((each) => each.name === 'Mira')).toMatchObject({ at: [0, 0], side: 'hero' })
  })

  it('shows hexes with cover and heights', async () => {
    const { stage } = (await preview(fragment('hexes')))!
    expect(stage).toMatchObject({ grid: 'hex', orientation: 'flat' })
    expect(stage.tiles).toHaveLength(6)
    expect(stage.tiles?.filter((run) => run[2] === '#')).toHaveLength(1)
    expect(stage.heights).toContainEqual([1, -1, 0.5, null])
    expect(stage.heights).toContainEqual([1, 0, 0, 2])
    expect(stage.edges).toHaveLength(1)
  })

  it('shows what else there is in the samples', async () => {
    for (const name of Object.keys(samples) as (keyof typeof samples)[]) {
      expect(await preview(fragment(name)), name).not.toBeNull()
    }
  })

  it('leaves everything else to the engine, which says what is wrong', async () => {
    const good = fragment('walled')
    for (const bad of ['', '#', '#2.AAAA', '#1.', '#1.<script>', good.slice(0, 40), '#1.' + 'A'.repeat(9000)]) {
      expect(await preview(bad), bad).toBeNull()
    }
    expect(hasPosition('#section')).toBe(false)
    expect(hasPosition('#2.AAAA')).toBe(true)
  })
})
