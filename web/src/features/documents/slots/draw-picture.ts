/** The upright pixels of a picture, shrunk so that its longest side is at most `sidePx`. For workers. */
export async function drawPicture(picture: Blob | ImageBitmap, sidePx: number): Promise<ImageData> {
  const bitmap = await createImageBitmap(picture)
  const scale = Math.min(1, sidePx / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale)]
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false })
  if (!context) throw new Error('no 2d context')
  // Transparent pixels would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return context.getImageData(0, 0, width, height)
}
