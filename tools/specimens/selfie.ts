import { figure, skinOf, wall } from './figure.ts'
import { card, cardFace, page, repeated, stamp } from './page.ts'

export const portraitPhoto = { width: 1200, height: 1500 }

const svg = (inner: string, viewBox = '0 0 600 750') =>
  `<svg width="${portraitPhoto.width}" height="${portraitPhoto.height}" viewBox="${viewBox}" style="position:absolute;inset:0">${inner}</svg>`

/** Head and shoulders against a wall. A dark one is taken against the light, so that the face can't be made out. */
export function selfie(look: number, dark = false): string {
  const shade = dark
    ? `<rect width="600" height="750" fill="#0c1016" opacity="0.8"/><circle cx="500" cy="90" r="60" fill="#fff7e0" opacity="0.75"/>`
    : ''
  return page(
    portraitPhoto.width,
    portraitPhoto.height,
    svg(`${wall(look)}<g transform="translate(300 760) scale(0.98) translate(-300 -750)">${figure(look)}</g>${shade}
      ${repeated(600, 750, 20, dark ? 0.14 : 0.1)}${stamp(300, 668, 38, -9)}`),
  )
}

/** The same person with the ID held under the chin. */
export function selfieWithId(look: number, front: string): string {
  const { skin, shade, cloth, fold } = skinOf(look)
  const scale = 0.585
  const hand = `<path d="M-8 132 C-30 96 -26 60 8 46 L92 20 C112 16 116 38 98 46 L58 62 L112 52 C128 52 130 72 112 76 L64 84 L108 82 C122 84 122 102 106 104 L62 108 C44 130 22 146 -8 132Z" fill="${skin}"/>
    <path d="M58 62 L98 46 M64 84 L112 76 M62 108 L106 104" stroke="${shade}" stroke-width="3" fill="none"/>`
  const sleeve = `<path d="M-20 60 L-150 190 L-60 300 L26 136Z" fill="${cloth}"/><path d="M-18 66 L24 130" stroke="${fold}" stroke-width="6"/>`
  return page(
    portraitPhoto.width,
    portraitPhoto.height,
    `${svg(`${wall(look)}<g transform="translate(300 640) scale(0.84) translate(-300 -750)"><rect x="${look % 2 ? 28 : 4}" y="744" width="${look % 2 ? 544 : 592}" height="160" fill="${cloth}"/>${figure(look)}</g>`)}
     <div style="position:absolute;left:50%;top:1120px;width:${card.width}px;height:${card.height}px;margin:-${card.height / 2}px -${card.width / 2}px;transform:rotate(-3deg) scale(${scale})">${cardFace(front)}</div>
     ${svg(`<g transform="translate(78 608)">${sleeve}${hand}</g><g transform="translate(524 594) scale(-1 1)">${sleeve}${hand}</g>
       ${repeated(600, 750, 20, 0.08)}${stamp(128, 96, 30, -9)}`)}`,
  )
}
