/** Fades the sides of a row that can scroll further, and reports changes. */
export function edges(row: HTMLElement, changed?: (before: boolean, after: boolean) => void): () => void {
  function look(): void {
    const before = row.scrollLeft > 1
    const after = row.scrollLeft + row.clientWidth < row.scrollWidth - 1
    row.classList.toggle('more-before', before)
    row.classList.toggle('more-after', after)
    changed?.(before, after)
  }
  const sizes = new ResizeObserver(look)
  sizes.observe(row)
  const children = new MutationObserver(look)
  children.observe(row, { childList: true })
  row.addEventListener('scroll', look, { passive: true })
  look()
  return () => {
    sizes.disconnect()
    children.disconnect()
    row.removeEventListener('scroll', look)
  }
}
