/**
 * Copies text to the clipboard. The modern API works only on https and localhost, so the old one
 * remains for tables on a local network.
 */
export async function copy(text: string): Promise<boolean> {
  if (window.isSecureContext && navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Not allowed here; the old API may work.
    }
  }
  return copyBySelection(text)
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const box = document.createElement('textarea')
  box.value = text
  box.readOnly = true
  box.className = 'unseen'
  document.body.append(box)
  box.select()
  let copied = false
  try {
    copied = document.execCommand('copy')
  } catch {
    copied = false
  }
  box.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}
