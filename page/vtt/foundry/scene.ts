/** Converts the viewed scene for our Foundry reader: only what affects sight, with ids as names. */
import type { SceneData } from '../shared/tabletop'

type Fields = Record<string, unknown>

const OF_SCENE = ['name', 'width', 'height', 'padding', 'shiftX', 'shiftY', 'grid', 'flags', 'levels']
const OF_WALL = ['c', 'sight', 'sense', 'light', 'move', 'door', 'ds', 'dir', 'threshold', 'levels', 'flags']
const OF_SURFACE = ['x', 'y', 'width', 'height', 'rotation', 'shape', 'shapes', 'elevation', 'behaviors', 'flags']
const OF_TOKEN = ['x', 'y', 'width', 'height', 'elevation', 'level', 'disposition', 'hidden', 'flags']

export interface FoundryScene extends SceneData<Fields> {
  names: Map<string, string>
}

/** `source` is the result of `Scene#toObject`; `level` is the name of the viewed level, if any. */
export function readScene(source: Fields, level?: string): FoundryScene {
  const listed = (key: string): Fields[] => (source[key] as Fields[] | undefined) ?? []
  const background = (source['background'] as Fields | undefined) ?? {}
  const surfaces = (key: string, is: (each: Fields) => boolean): Fields[] =>
    listed(key)
      .filter(is)
      .map((each) => only(each, OF_SURFACE))
  const data = {
    ...only(source, OF_SCENE),
    background: only(background, ['offsetX', 'offsetY']),
    walls: listed('walls').map((wall) => only(wall, OF_WALL)),
    regions: surfaces('regions', (region) => ((region['behaviors'] as Fields[] | undefined) ?? []).some(isSurface)),
    tiles: surfaces('tiles', ofLevels),
    drawings: surfaces('drawings', ofLevels),
  }
  const tokens = listed('tokens').map((token) => ({ ...only(token, OF_TOKEN), name: token['_id'] }))
  return {
    kind: 'foundry',
    data,
    tokens,
    whole: (now) => ({ ...data, tokens: now }),
    level,
    names: new Map(listed('tokens').map((token) => [String(token['_id']), String(token['name'] ?? '')])),
  }
}

/** A region of version 14 that closes a floor. */
function isSurface(behavior: Fields): boolean {
  return behavior['type'] === 'defineSurface'
}

/** Whether the module Levels treats it as a floor or a hole. */
function ofLevels(thing: Fields): boolean {
  return (thing['flags'] as Fields | undefined)?.['levels'] !== undefined
}

function only(fields: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(keys.filter((key) => fields[key] !== undefined).map((key) => [key, fields[key]]))
}
