import { t } from '../words/words.svelte'

/** Render an SVG as a PNG of twice its size in the browser. */
export async function toPng(svg: string, zoom = 2): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth * zoom
    canvas.height = image.naturalHeight * zoom
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t('playground.noPng')))), 'image/png'),
    )
  } finally {
    URL.revokeObjectURL(url)
  }
}
