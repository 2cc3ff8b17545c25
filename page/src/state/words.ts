import type { MasterAction } from '../protocol/messages.gen'
import type { Tile } from '../protocol/types'
import type { StageModel } from './stage.svelte'
import { tileName } from './tiles'

/** A change in words, for "these are not saved yet". */
export function describe(action: MasterAction, stage: StageModel | null): string {
  const name = (id: string) => stage?.figures.get(id)?.name ?? 'a figure'
  const where = (tile: Tile) => tileName(stage?.grid ?? 'square', tile)
  switch (action.t) {
    case 'move':
      return `move ${name(action.figure)} to ${where(action.to)}`
    case 'door':
      return { open: 'open', closed: 'close', locked: 'lock', secret: 'hide' }[action.state] + ' a door'
    case 'undo':
      return 'undo'
    case 'redo':
      return 'redo'
    case 'paint':
      return `${action.solid ? 'paint' : 'clear'} ${count(action.tiles.length, 'tile')}`
    case 'terrain':
      return `put ${action.kind ? terrainWords(action.kind) : 'nothing'} on ${count(action.tiles.length, 'tile')}`
    case 'edges':
      return action.carries
        ? `put up ${count(action.edges.length, action.carries)}`
        : `clear ${count(action.edges.length, 'edge')}`
    case 'wall':
      return `draw a ${action.carries ?? 'wall'}`
    case 'unwall':
      return 'remove a wall'
    case 'erase':
      return 'erase what the eraser met'
    case 'reveal':
      return 'reveal tiles'
    case 'forget':
      return 'make players forget tiles'
    case 'cover':
      return action.on === false ? 'uncover tiles' : 'cover tiles'
    case 'show':
      return action.on === false ? 'show tiles no longer' : 'show tiles'
    case 'sight':
      return 'change what is seen on this map'
    case 'height':
      return `set the height of ${count(action.tiles.length, 'tile')}`
    case 'lamp':
      return `put a lamp on ${where(action.at)}`
    case 'edit_lamp':
      return 'change a lamp'
    case 'unlamp':
      return 'remove a lamp'
    case 'darkness':
      return `make it ${action.darkness}`
    case 'place':
      return `place ${action.name}`
    case 'edit':
      return `change ${name(action.figure)}`
    case 'duplicate':
      return `duplicate ${name(action.figure)}`
    case 'remove':
      return `remove ${name(action.figure)}`
    case 'bring':
      return 'bring a figure'
    case 'put_area':
      return `lay a ${action.kind} on the map`
    case 'remove_area':
      return 'take an area away'
    case 'measure':
      return 'change how distances are counted'
    case 'rule':
      return 'change the rule'
    case 'decide':
      return 'rule on a call'
    case 'take_back':
      return 'take back a ruling'
    case 'lay_picture':
      return 'lay a picture under the map'
    case 'picture':
      return 'change the picture under the map'
    case 'face':
      return `change the picture of ${name(action.figure)}`
    case 'new_map':
      return `make the map ${action.name}`
    case 'rename_map':
      return 'rename a map'
    case 'delete_map':
      return 'delete a map'
    case 'show_map':
      return 'show a map'
    case 'options':
      return 'change the options'
    case 'mark':
      return `mark ${name(action.figure)}`
    case 'roll':
      return `roll ${action.dice}`
    case 'tell_roll':
      return 'tell of real dice'
    case 'end_turn':
      return 'end a turn'
    case 'add_turns':
    case 'edit_turn':
    case 'remove_turn':
    case 'turns':
      return 'change the order of turns'
    case 'note':
      return 'write a note'
    case 'lay_out_game':
    case 'start_game':
      return 'begin a game'
    case 'play':
      return `play ${action.move}`
    case 'take_back_move':
      return 'take a move back'
    case 'seat_game':
      return 'change who plays'
    case 'end_game':
      return 'end the game'
    case 'admit':
      return 'let a player in'
    case 'dismiss':
      return 'show a player the door'
    case 'new_link':
      return 'make a new link'
  }
}

/** "light-woods" → "light woods". */
export function terrainWords(kind: string): string {
  return kind.replaceAll('-', ' ')
}

export function count(number: number, thing: string): string {
  return number === 1 ? `1 ${thing}` : `${number} ${thing}s`
}

/** "bookcase" → "Bookcase". */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
