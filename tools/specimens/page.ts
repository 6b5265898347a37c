/** What all specimens share: fonts, the red stamp, the repeated 見本 and the table that a card is photographed on. */

export const sans = `'Noto Sans CJK JP', sans-serif`
/** IPAex first: its TrueType outlines become a small subset in a PDF, those of Noto a big one. */
export const serif = `IPAexMincho, 'Noto Serif CJK JP', serif`

export function page(width: number, height: number, body: string, css = ''): string {
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><style>
    * { box-sizing: border-box; margin: 0; }
    html, body { width: ${width}px; height: ${height}px; overflow: hidden; }
    body { font-family: ${sans}; color: #26313d; font-variant-numeric: tabular-nums; position: relative; }
    ${css}
  </style>${body}</html>`
}

/** The red stamp, as an SVG group centred on (x, y). */
export function stamp(x: number, y: number, size: number, degrees = -14): string {
  const width = size * 2.5
  const height = size * 1.42
  return `<g transform="translate(${x} ${y}) rotate(${degrees})" opacity="0.82">
    <rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="${size * 0.12}"
      fill="none" stroke="#c0352b" stroke-width="${size * 0.085}"/>
    <text x="${size * 0.07}" y="${size * 0.36}" font-family="${sans}" font-weight="700" font-size="${size}" letter-spacing="${size * 0.14}"
      text-anchor="middle" fill="#c0352b">見本</text></g>`
}

/** 見本 over the whole field, faint, so that no cut-out of the picture is without it. */
export function repeated(width: number, height: number, size: number, opacity: number): string {
  const words: string[] = []
  for (let row = 0; row * size * 3 < height + size * 3; row += 1) {
    for (let x = (row % 2) * size * 3 - size; x < width; x += size * 6) {
      words.push(`<text transform="translate(${x} ${row * size * 3}) rotate(-24)">見本</text>`)
    }
  }
  return `<g font-family="${sans}" font-weight="700" font-size="${size}" letter-spacing="${size * 0.3}" fill="#7c3a34" opacity="${opacity}">${words.join('')}</g>`
}

/** Waves on the ground of a card. */
export function waves(width: number, height: number, colour: string): string {
  const lines: string[] = []
  for (let y = -40; y < height + 80; y += 110) {
    const points = [`M-20 ${y}`]
    for (let x = 0; x <= width + 200; x += 200) {
      points.push(`Q${x + 50} ${y - 84 - (y % 3) * 6} ${x + 100} ${y} T${x + 200} ${y}`)
    }
    lines.push(`<path d="${points.join(' ')}"/>`)
  }
  return `<g fill="none" stroke="${colour}" stroke-width="2">${lines.join('')}</g>`
}

/** A wooden table top. */
export function table(width: number, height: number): string {
  const grain: string[] = []
  for (let index = 0; index < 11; index += 1) {
    const y = (index + 0.4) * (height / 10.4)
    const bend = ((index * 37) % 50) - 25
    grain.push(
      `<path d="M-10 ${y} C${width * 0.3} ${y + bend} ${width * 0.6} ${y - bend} ${width + 10} ${y + bend / 2}"/>`,
    )
  }
  return `<svg width="${width}" height="${height}" style="position:absolute;inset:0">
    <defs><linearGradient id="wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#8d8377"/><stop offset="1" stop-color="#6d6358"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#wood)"/>
    <g fill="none" stroke="#5d544a" stroke-width="4" opacity="0.45">${grain.join('')}</g></svg>`
}

export interface Photo {
  readonly width: number
  readonly height: number
  /** Degrees by which the card lies askew; 0 where something is printed on it later. */
  readonly tilt: number
  readonly flaw?: 'glare' | 'blur' | 'crop' | null
}

export const card = { width: 1400, height: 882 }

/** A card lying on the table, photographed from above. `inner` is SVG in a field of 1400 × 882. */
export function photographed(inner: string, photo: Photo): string {
  const scale = (photo.width * 0.9) / card.width
  const shift = photo.flaw === 'crop' ? `translate(${photo.width * 0.17}px, ${photo.height * 0.2}px)` : ''
  // The blurred field is larger than the picture, so that no pale rim appears.
  const blur = photo.flaw === 'blur' ? 'filter: blur(7px); transform: scale(1.06);' : ''
  const glare =
    photo.flaw === 'glare'
      ? `<div style="position:absolute;left:8%;top:25%;width:54%;height:40%;border-radius:50%;
          background:radial-gradient(closest-side,#fffffb 0 38%,rgba(255,255,250,.86) 58%,rgba(255,255,250,0));transform:rotate(-16deg)"></div>`
      : ''
  return page(
    photo.width,
    photo.height,
    `<div style="position:absolute;inset:0;${blur}">${table(photo.width, photo.height)}
      <div style="position:absolute;left:50%;top:50%;width:${card.width}px;height:${card.height}px;margin:-${card.height / 2}px -${card.width / 2}px;
        transform:${shift} rotate(${photo.tilt}deg) scale(${scale})">
        ${cardFace(inner)}${glare}
      </div></div>`,
  )
}

/** The card alone, with its rounded edge and shadow. */
export function cardFace(inner: string): string {
  return `<svg width="${card.width}" height="${card.height}" viewBox="0 0 ${card.width} ${card.height}" font-family="${sans}" fill="#26313d"
    style="display:block;border-radius:44px;box-shadow:0 0 0 3px rgba(120,138,152,.75),18px 22px 10px rgba(40,34,28,.5);background:#f4f3ea">${inner}</svg>`
}

const reserved: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => reserved[character] ?? character)
}
