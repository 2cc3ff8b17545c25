import type { QuestPiece, QuestScreen, QuestStep } from '../../protocol/messages.gen'
import type { Blow } from '../common/art/blow'
import { Playback } from '../common/playback.svelte'
import { t } from '../../words/words.svelte'
import { sentence } from '../common/words'

/** How long each kind of step is shown, in milliseconds; one with a reason takes longer. */
const PACE: Record<string, number> = { step: 130, door: 350, forced: 900, strike: 1500, met: 500, fell: 700, asked: 900, ruled: 900, waits: 1200 }
const WITH_REASON = 900

export function questPlayback(): Playback<QuestScreen, QuestStep> {
  return new Playback({
    view: (screen) => (screen.t === 'quest' ? screen : null),
    steps: (view) => view.steps ?? [],
    pace: (step) => (step.kind in PACE ? Math.max(step.why ? WITH_REASON : 0, PACE[step.kind] ?? 0) : 0),
    withStep,
    spokenOf,
    isRoll: (step) => !!step.dice?.length,
  })
}

/**
 * The quest after one more step, as far as the board shows it, without offers. `end` has the
 * figures that came into sight on the way.
 */
export function withStep(view: QuestScreen, step: QuestStep, end: QuestScreen): QuestScreen {
  const idle: QuestScreen = { ...view, walkers: [], moves: [], calls: [] }
  const pieces = view.pieces ?? []
  const at = step.path?.at(-1)
  if (step.kind === 'step' && at && step.who) {
    const known = pieces.find((piece) => piece.name === step.who)
    const later = end.pieces?.find((piece) => piece.name === step.who)
    if (known) return { ...idle, pieces: pieces.map((each) => (each === known ? { ...each, at, status: undefined } : each)) }
    if (later) return { ...idle, pieces: [...pieces, { ...later, at, status: undefined }] }
  }
  if (step.kind === 'fell') return { ...idle, pieces: pieces.filter((each) => each.name !== (step.target || step.who)) }
  if (step.target && typeof step.body === 'number') {
    const body = step.body
    return { ...idle, pieces: pieces.map((each) => (each.name === step.target ? { ...each, body } : each)) }
  }
  return idle
}

/** The visible effects of a step. `before`: the quest before it. */
export function blowsOf(before: QuestScreen, step: QuestStep): Blow[] {
  const find = (name: string | undefined) => before.pieces?.find((piece) => piece.name === name)
  const target = find(step.target || step.who)
  if (!target) return []
  const at = middle(target)
  if (step.kind === 'fell') return [{ kind: 'fell', at, text: '', name: target.name, side: target.side ?? '' }]
  if (step.kind !== 'strike' || !step.target || typeof step.body !== 'number') return []
  const by = find(step.who)
  const from = by ? [middle(by)] : []
  const lost = (target.body ?? step.body) - step.body
  return [lost > 0 ? { kind: 'hit', at, from, text: `−${lost}` } : { kind: 'miss', at, from, text: t('games.blocked') }]
}

function middle({ at, size }: Pick<QuestPiece, 'at' | 'size'>): [number, number] {
  const [rows, cols] = size ?? [1, 1]
  return [at[1] + cols / 2, at[0] + rows / 2]
}

export function spokenOf(step: QuestStep): string {
  // The reason of a step also says where it goes.
  if (step.kind === 'step' && step.why) return sentence(step.why)
  return [step.words, sentence(step.why)].filter(Boolean).join(' ')
}

/** Single steps of a walk are merged into one line, with the last of them. */
export function logLines(steps: readonly QuestStep[]) {
  const shown = steps.filter((step, i) => step.kind !== 'step' || steps[i + 1]?.kind !== 'step' || steps[i + 1]?.who !== step.who)
  return shown.map((step) => {
    const tone = ['turn', 'round', 'over'].includes(step.kind) ? 'strong' : ['asked', 'ruled'].includes(step.kind) ? 'close' : undefined
    return step.kind === 'step' && step.why ? { words: sentence(step.why), tone } as const : { words: step.words, why: step.why, tone } as const
  })
}
