// Texts for users are in the catalogs, and not in components or programs.
import { parse } from 'svelte/compiler'
import ts from 'typescript'
import { expect, it } from 'vitest'

const FILES = Object.entries(
  import.meta.glob<string>('../**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true }),
).filter(([path]) => !path.startsWith('./') && !path.endsWith('.test.ts') && !path.endsWith('.gen.ts'))

/** Attributes that are shown or read out. */
const SHOWN = /^(title|aria-label|aria-description|placeholder|label|alt|text|note|empty)$/
/** Names that are the same in every language: the program, keys of the keyboard, units and dice. */
const NAMES = /^(sightline|[A-Z]|2d6\+1|5 ft|,|\.)$/
/** Not for users: storage keys, commands to a game, protocol words, caught errors. */
const INTERNAL = [
  /^sightline (first steps|theme|language|seat|master)/,
  /^(look|about|deploy|play) ?/,
  /^(monster movement|monster attack|level up|badly hurt|weapon rack|player )$/,
  /^(not slim|no figure|no number|too much|no question|not packed by LZMA|packed wrongly|a part is missing)$/,
  /^(F6, Alt\+1 … Alt\+4)$/,
  /[[\]{}<>;=#]|\bpx\b|^M\S* |^Bearer |^import |^\(|^textarea|^button|\/|^700 /,
]

const isProse = (text: string): boolean => /[A-Za-z]{2,}[,.:]? +[A-Za-z(]/.test(text) && !INTERNAL.some((each) => each.test(text))
const hasLetters = (text: string): boolean => /\p{L}/u.test(text) && !NAMES.test(text.trim())

interface Node {
  type: string
  [field: string]: unknown
}

/** The possible results of an expression: `a ? 'x' : b || 'y'` shows 'x' and 'y'. */
function results(node: Node | null | undefined): string[] {
  if (!node) return []
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : []
  if (node.type === 'ConditionalExpression') return [...results(node['consequent'] as Node), ...results(node['alternate'] as Node)]
  if (node.type === 'LogicalExpression') return results(node['right'] as Node)
  if (node.type === 'TemplateLiteral') return (node['quasis'] as { value: { cooked: string } }[]).map((each) => each.value.cooked)
  return []
}

function shownIn(source: string): string[] {
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (value && typeof value === 'object' && 'type' in value) {
      const node = value as Node
      if (node.type === 'Fragment') {
        for (const child of node['nodes'] as Node[]) {
          if (child.type === 'Text') found.push(child['data'] as string)
          if (child.type === 'ExpressionTag') found.push(...results(child['expression'] as Node))
        }
      } else if (node.type === 'Attribute' && SHOWN.test(node['name'] as string) && node['value'] !== true) {
        for (const part of [node['value']].flat() as Node[]) {
          if (part.type === 'Text') found.push(part['data'] as string)
          else found.push(...results(part['expression'] as Node))
        }
      }
      for (const [name, field] of Object.entries(node)) if (name !== 'parent' && name !== 'metadata') visit(field)
    }
  }
  visit(parse(source, { modern: true }).fragment)
  return found.filter(hasLetters)
}

/** Sentences in the program itself. */
function proseIn(program: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text)
    else if (ts.isTemplateExpression(node)) found.push([node.head.text, ...node.templateSpans.map((each) => each.literal.text)].join('0'))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('x.ts', program, ts.ScriptTarget.Latest, true))
  return found.filter(isProse)
}

it.each(FILES)('%s has no text inline', (path, source) => {
  if (path.startsWith('../playground/engine/worker')) return
  const program = path.endsWith('.ts') ? source : (/<script[^>]*>([^]*?)<\/script>/.exec(source)?.[1] ?? '')
  expect([...(path.endsWith('.ts') ? [] : shownIn(source)), ...proseIn(program)]).toEqual([])
})
