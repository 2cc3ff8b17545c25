/** The extension's popover: two selected tokens give a line, one gives a field of view. */
import OBR from '@owlbear-rodeo/sdk'
import { games, USUAL } from '../shared/games'
import { latest, Tabletop, verdictWords, withNames } from '../shared/tabletop'
import { draw, lineItems, viewItems } from './drawing'
import { OWN, readScene, type RoomScene } from './scene'
import { strings } from './strings'

const GAME = 'sightline/game'

function part<Type extends HTMLElement>(id: string): Type {
  return document.getElementById(id) as Type
}
const select = part<HTMLSelectElement>('game')
const [swap, field] = [part<HTMLButtonElement>('swap'), part<HTMLButtonElement>('field')]
const answer = part('answer')

let swapped = false
/** The token whose field of view is shown. */
let viewed: string | null = null

const tabletop = new Tabletop(new URL('./', document.baseURI).href, {
  progress: (done, all) => say(done < all ? strings.loading(Math.floor((100 * done) / all)) : strings.starting),
  failed: ({ cause, words }) => say(cause === 'files' ? strings.noFiles : words || strings.noWorker),
})

function say(words: string): void {
  part('state').textContent = words
}

async function show(): Promise<void> {
  answer.hidden = swap.hidden = field.hidden = true
  if (!(await OBR.scene.isReady())) return say(strings.noScene)
  const scene = await readScene()
  try {
    await answerSelection(scene)
  } catch (error) {
    await draw([])
    say(withNames(error instanceof Error ? error.message : String(error), scene.names))
  }
}

async function answerSelection(scene: RoomScene): Promise<void> {
  const selection = ((await OBR.player.getSelection()) ?? []).filter((id) => scene.names.has(id))
  const name = (id: string): string => scene.names.get(id) ?? id
  if (selection.length < 1 || selection.length > 2) {
    await draw([])
    return say(`${strings.select} ${strings.selectView}`)
  }
  await tabletop.update(scene)
  const [a, b] = (swapped ? [...selection].reverse() : selection) as [string, string?]
  field.hidden = b !== undefined
  if (b === undefined) {
    if (viewed !== a) {
      await draw([])
      return say(strings.selectView)
    }
    await draw(viewItems(await tabletop.view(a, select.value)))
    return say(strings.tiles(name(a)))
  }
  const look = await tabletop.look(a, b, select.value)
  await draw(lineItems(look, await OBR.scene.grid.getDpi()))
  part('who').textContent = strings.from(name(a), name(b))
  part('verdict').textContent = verdictWords(look, strings.verdict)
  part('verdict').dataset['verdict'] = look.verdict
  part('effect').textContent = look.effect
  part('reason').textContent = withNames(look.reason, scene.names)
  answer.hidden = swap.hidden = false
  say('')
}

const refresh = latest(show)

async function chooseGame(kind: unknown): Promise<void> {
  select.value = games.some((each) => each.kind === kind) ? String(kind) : USUAL
  await refresh()
}

async function begin(): Promise<void> {
  await tabletop.start()
  const metadata = await OBR.room.getMetadata()
  select.disabled = (await OBR.player.getRole()) !== 'GM'
  select.title = select.disabled ? strings.gameHint : ''
  select.onchange = () => void OBR.room.setMetadata({ [GAME]: select.value }).then(refresh)
  swap.onclick = () => ((swapped = !swapped), void refresh())
  field.onclick = () =>
    void OBR.player.getSelection().then((selection) => ((viewed = selection?.[0] ?? null), refresh()))
  OBR.room.onMetadataChange((changed) => void chooseGame(changed[GAME]))
  OBR.player.onChange(() => void refresh())
  OBR.scene.items.onChange(() => void refresh())
  let others = ''
  OBR.scene.local.onChange((items) => {
    // Our lines are local items too, so only other items, such as walls, need a new answer.
    const now = JSON.stringify(items.filter((item) => !(OWN in item.metadata)))
    if (now !== others) void refresh()
    others = now
  })
  OBR.scene.grid.onChange(() => void refresh())
  OBR.scene.onReadyChange(() => void refresh())
  await chooseGame(metadata[GAME])
}

part('game-label').textContent = strings.game
swap.textContent = strings.swap
field.textContent = strings.field
select.append(
  ...games.filter(({ grids }) => grids.includes('square')).map(({ kind, title }) => new Option(title, kind)),
)
if (OBR.isAvailable) OBR.onReady(() => void begin())
else say(strings.noRoom)
