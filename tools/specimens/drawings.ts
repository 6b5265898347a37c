import type { DemoPerson } from '@kyc/server/demo/people.ts'
import { agreement } from './agreement.ts'
import { licenceBack, licenceFront } from './driving-licence.ts'
import { myNumberFront } from './my-number-card.ts'
import { card, type Photo, page, photographed } from './page.ts'
import { passportPage } from './passport.ts'
import { dateCells } from './printed.ts'
import { residenceBack, residenceFront } from './residence-card.ts'
import { portraitPhoto, selfie, selfieWithId } from './selfie.ts'
import { utilityBill } from './utility-bill.ts'

/** One file to make: markup, and the size of the window that it is drawn in. */
export interface Drawing {
  readonly file: string
  readonly kind: 'jpeg' | 'png' | 'pdf'
  readonly width: number
  readonly height: number
  readonly html: string
  readonly quality?: number
  readonly shrinkTo?: number
}

/** Drawn at 1600 × 1020 and kept at 1280 × 816: the set of them has to be small. */
const idPhoto = { width: 1600, height: 1020 }
const photoWidth = 1280
const looks = Array.from({ length: 12 }, (_, index) => index + 1)

export function drawAll(people: readonly DemoPerson[]): Drawing[] {
  return [
    ...people.flatMap((person, index) => ofPerson(person, index)),
    ...backs(),
    ...looks.map((look) => upright(`selfie-${look}.jpg`, selfie(look))),
    upright('selfie-dark.jpg', selfie(6, true)),
    ...[1, 2].map((variant) => paper(`agreement-${variant}.pdf`, agreement({ variant, signed: true }))),
    paper('agreement-unsigned.pdf', agreement({ variant: 1, signed: false })),
    {
      file: 'residence-proof.jpg',
      kind: 'jpeg',
      width: 1200,
      height: 1500,
      html: utilityBill(),
      quality: 76,
    },
    digits(),
  ]
}

function ofPerson(person: DemoPerson, index: number): Drawing[] {
  const tilt = typeof person.expires === 'string' ? ((index * 7) % 9) / 2 - 2.2 : 0
  const front = frontOf(person, index)
  const photo: Photo = { ...idPhoto, tilt }
  const drawings = [lying(`id-${person.key}.jpg`, front, photo)]
  if (person.flaw) {
    drawings.push(
      lying(`id-${person.key}-${person.flaw}.jpg`, front, { ...photo, tilt: tilt - 3, flaw: person.flaw }),
    )
  }
  if (person.held) {
    drawings.push({
      ...upright(`held-${person.key}.jpg`, selfieWithId(person.look, front)),
      quality: 66,
      shrinkTo: 760,
    })
  }
  return drawings
}

function frontOf(person: DemoPerson, index: number): string {
  switch (person.idKind) {
    case 'my_number_card':
      return myNumberFront(person, index)
    case 'passport':
      return passportPage(person)
    case 'residence_card':
      return residenceFront(person, index)
    default:
      return licenceFront(person, index)
  }
}

function backs(): Drawing[] {
  return [
    lying('back-licence-1.jpg', licenceBack(0), { ...idPhoto, tilt: 1.4 }),
    lying('back-licence-2.jpg', licenceBack(1), { ...idPhoto, tilt: -1.1 }),
    lying('back-residence.jpg', residenceBack(), { ...idPhoto, tilt: -1.6 }),
  ]
}

function lying(file: string, front: string, photo: Photo): Drawing {
  return {
    file,
    kind: 'jpeg',
    width: photo.width,
    height: photo.height,
    html: photographed(front, photo),
    shrinkTo: photoWidth,
  }
}

function upright(file: string, html: string): Drawing {
  return { file, kind: 'jpeg', ...portraitPhoto, html, shrinkTo: 960 }
}

function paper(file: string, html: string): Drawing {
  return { file, kind: 'pdf', width: 794, height: 1123, html }
}

/**
 * The digits of a date as a strip of ten equal cells, in the size that they have on a photographed card.
 * server/src/demo/expiry-date.ts knows the same places.
 */
function digits(): Drawing {
  const scale = (photoWidth * 0.9) / card.width
  const cell = Math.round(dateCells.digitWidth * scale)
  const size = dateCells.size * scale
  const row = Array.from(
    { length: 10 },
    (_, digit) =>
      `<text x="${digit * cell}" y="${size}" font-size="${size}" font-weight="700" fill="#22406e">${digit}</text>`,
  )
  const width = cell * 10
  const height = Math.round(size * 1.25)
  const html = page(width, height, `<svg width="${width}" height="${height}">${row.join('')}</svg>`)
  return { file: 'digits.png', kind: 'png', width, height, html }
}
