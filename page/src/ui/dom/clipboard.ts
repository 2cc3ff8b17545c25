/** Puts text on the clipboard. The new way works only on https and localhost, so the old one
 * stays for tables that are reached over the local network. */
export async function copy(text: string): Promise<boolean> {
  if (window.isSecureContext && navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Not allowed here: the old way may still be.
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
