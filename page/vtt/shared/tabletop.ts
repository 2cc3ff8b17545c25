/** A scene of a virtual tabletop in the engine's worker. */
import { EngineClient, type EngineEvents, type EngineStart } from '../../src/playground/engine/client'

export type XY = [number, number]

export interface SceneSummary {
  grid: 'square' | 'hex'
  /** The ids of the tokens that stand on the board. */
  tokens: string[]
  walls: number
  levels: string[]
  level: string
  /** What the reader changed, guessed or lost. */
  notes: string[]
}
export interface SightLine {
  start: XY
  end: XY
  counts: '' | 'free' | 'open' | 'blocked'
}
/** One line of sight; points are in the scene's pixels. */
export interface Look {
  verdict: 'visible' | 'hidden' | 'ambiguous'
  visible: boolean
  reason: string
  rule: string
  line: XY[]
  lines?: SightLine[]
  /** Where the line is blocked. */
  split?: XY
  obstacles: { words: string; at?: XY }[]
  /** The degree of cover and its effect; empty for rules without cover. */
  degree: string
  effect: string
}
export interface View {
  shapes: XY[][]
}

/** The data of an extension: a scene without tokens, and the tokens separately. */
export interface SceneData<Token> {
  kind: 'foundry' | 'owlbear'
  data: object
  tokens: Token[]
  /** Puts the tokens into the scene. */
  whole: (tokens: Token[]) => object
  level?: string | undefined
}

/** Keeps the engine's scene equal to the extension's, and answers questions about it. */
export class Tabletop {
  #client: EngineClient
  #scene = ''
  #tokens = ''
  #summary: SceneSummary | null = null

  constructor(base: string, events: EngineEvents) {
    this.#client = new EngineClient(base, events)
  }

  start(): Promise<EngineStart> {
    return this.#client.start()
  }

  /** Send the changes: the whole scene, only its tokens, or nothing. */
  async update<Token>(scene: SceneData<Token>): Promise<SceneSummary> {
    const [now, tokens] = [JSON.stringify([scene.level, scene.data]), JSON.stringify(scene.tokens)]
    if (this.#summary && now === this.#scene && tokens === this.#tokens) return this.#summary
    const { kind, level } = scene
    const only = this.#summary !== null && now === this.#scene
    this.#summary = null // stays null if the engine refuses the scene
    const summary = only
      ? await this.#client.call<SceneSummary>('tokens', { tokens: scene.tokens })
      : await this.#client.call<SceneSummary>('scene', { kind, data: scene.whole(scene.tokens), level: level ?? null })
    ;[this.#scene, this.#tokens, this.#summary] = [now, tokens, summary]
    return summary
  }

  look(a: string, b: string, rule: string): Promise<Look> {
    return this.#client.call<Look>('look', { a, b, rule })
  }

  view(a: string, rule: string): Promise<View> {
    return this.#client.call<View>('view', { a, rule })
  }
}

/** Run `work` one at a time; of the calls made meanwhile, only the last one runs. */
export function latest(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let again = false
  return () => {
    again = true
    running ??= (async () => {
      while (again) {
        again = false
        await work()
      }
    })().finally(() => (running = null))
    return running
  }
}

/** The engine uses ids for tokens, and begins sentences with capitals: replace the ids by names. */
export function withNames(text: string, names: ReadonlyMap<string, string>): string {
  let named = text
  for (const [id, name] of names) named = named.replaceAll(id, name).replaceAll(capital(id), capital(name))
  return named
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

export const COLORS = { visible: '#2e9e5b', hidden: '#d43c3c', ambiguous: '#e0a100' } as const

/** The pieces of an answer to draw, each with its color. */
export function pieces(look: Look): { from: XY; to: XY; color: string }[] {
  if (look.lines?.length) {
    return look.lines.map(({ start, end, counts }) => ({
      from: start,
      to: end,
      color: counts === 'blocked' ? COLORS.hidden : counts === 'open' ? COLORS.ambiguous : COLORS.visible,
    }))
  }
  const color = COLORS[look.verdict]
  return look.line.slice(1).map((to, index) => ({ from: look.line[index] as XY, to, color }))
}

/** "Visible, half cover: +2 to AC." */
export function verdictWords(look: Look, words: Record<Look['verdict'] | 'cover', string>): string {
  const cover = look.degree && look.degree !== 'none' ? `, ${look.degree} ${words.cover}` : ''
  return `${words[look.verdict]}${cover}`
}
