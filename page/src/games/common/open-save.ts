import { MAX_SAVE } from '../../protocol/messages.gen'
import { notices } from '../../state/page/notices.svelte'
import { t, words } from '../../words/words.svelte'

/**
 * The unparsed text of the chosen file, since a browser's JSON parser would round large seeds. Null
 * if there is none or it is too large.
 */
export async function chosenText(input: HTMLInputElement): Promise<{ name: string; text: string } | null> {
  const file = input.files?.[0]
  input.value = ''
  if (!file) return null
  const text = await file.text()
  if (text.length <= MAX_SAVE) return { name: file.name, text }
  notices.show('error', t('games.saveTooLarge', { limit: MAX_SAVE.toLocaleString(words.language) }))
  return null
}
