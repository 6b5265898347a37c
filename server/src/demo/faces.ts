/**
 * Drawn people, who do not exist: each face is a combination of the traits of these tables. The drawings are SVG
 * without text, so that no fonts need to be installed.
 */

const hairColours = ['#2a2523', '#6b4529', '#3c2f3d', '#a8763e', '#4b2e20', '#d0b07a', '#8c3f2c', '#1d2430']
const skins = ['#f4d6bd', '#e3b48f', '#f0c6ad', '#c58f66', '#dca77f', '#9c6a48', '#edcbaa']
const clothColours = [
  '#31517d',
  '#b5473c',
  '#e9e4d8',
  '#3f7a5a',
  '#2f3136',
  '#c9973b',
  '#77568f',
  '#8fb2cc',
  '#d98aa0',
]
const walls = [
  ['#f1ece1', '#c9bba1'],
  ['#8fa9b8', '#56707f'],
  ['#dfe8dd', '#9fb59d'],
  ['#b9a7c4', '#7d6c8a'],
  ['#f6f6f4', '#d3d6da'],
  ['#7c8b72', '#4f5c49'],
  ['#ead2c3', '#c39d88'],
] as const
const jaws = [
  { low: 396, wide: 50, chin: 462 },
  { low: 384, wide: 76, chin: 446 },
  { low: 424, wide: 66, chin: 466 },
  { low: 400, wide: 40, chin: 484 },
  { low: 352, wide: 42, chin: 468 },
] as const

interface Hair {
  readonly back: string
  readonly front: string
}

const longHair: readonly Hair[] = [
  {
    back: 'M178 500 C160 300 168 130 300 126 C432 130 440 300 422 500 C380 524 220 524 178 500Z',
    front:
      'M196 300 C188 170 236 138 300 138 C364 138 412 170 404 300 C396 230 366 206 300 206 C234 206 204 230 196 300Z',
  },
  {
    back: 'M182 420 C158 280 172 130 300 128 C428 130 442 280 418 420 C392 440 208 440 182 420Z',
    front:
      'M198 296 C192 172 240 140 300 140 C360 140 408 172 402 296 C390 262 384 238 372 220 L228 220 C216 238 210 262 198 296Z',
  },
  {
    back: 'M410 250 C470 260 486 380 452 508 C440 470 436 400 404 340Z M190 330 C176 200 210 130 300 128 C390 130 424 200 410 330Z',
    front:
      'M198 300 C190 176 238 138 300 138 C362 138 410 176 402 300 C392 226 340 214 268 210 C226 222 206 250 198 300Z',
  },
  {
    back: 'M246 118 A54 48 0 1 1 354 118 A54 48 0 1 1 246 118Z M192 330 C178 200 210 132 300 130 C390 132 422 200 408 330Z',
    front:
      'M198 302 C190 180 238 140 300 140 C362 140 410 180 402 302 C394 236 356 204 300 200 C244 204 206 236 198 302Z',
  },
  {
    back: 'M172 486 C146 440 176 410 164 360 C156 250 176 126 300 124 C424 126 444 250 436 360 C424 410 454 440 428 486 C444 520 420 548 386 536 L214 536 C180 548 156 520 172 486Z',
    front:
      'M196 310 C186 176 236 136 300 136 C364 136 414 176 404 310 C398 250 372 232 356 208 C320 236 236 220 196 310Z',
  },
  {
    back: 'M176 462 C164 280 172 128 300 126 C428 128 436 280 424 462 C414 486 400 470 392 440 L208 440 C200 470 186 486 176 462Z',
    front:
      'M196 306 C188 172 238 138 300 138 C362 138 412 172 404 306 C398 262 392 240 380 226 C350 232 330 220 320 204 C300 226 250 236 222 228 C208 244 202 268 196 306Z',
  },
]

const shortHair: readonly Hair[] = [
  {
    back: '',
    front:
      'M196 290 C184 176 232 132 302 132 C372 132 418 178 404 290 C398 258 392 240 384 224 C340 226 270 222 222 214 C210 236 202 260 196 290Z',
  },
  {
    back: '',
    front:
      'M198 270 C190 180 236 144 300 144 C364 144 410 180 402 270 C394 226 366 196 300 194 C234 196 206 226 198 270Z',
  },
  {
    back: '',
    front:
      'M194 296 C180 180 224 126 312 130 C380 134 420 184 404 288 C398 252 388 236 376 226 C318 222 262 204 240 190 C222 220 202 254 194 296Z',
  },
  {
    back: '',
    front:
      'M198 280 C188 200 206 160 222 150 L236 122 L262 138 L284 112 L308 134 L338 114 L354 140 L384 130 C408 168 412 210 402 280 C394 236 372 206 300 204 C228 206 206 236 198 280Z',
  },
  {
    back: '',
    front:
      'M192 304 C178 176 230 128 300 128 C370 128 422 176 408 304 C400 272 396 256 390 244 L360 250 L340 226 L312 252 L286 226 L256 252 L236 230 L212 248 C202 264 196 282 192 304Z',
  },
  {
    back: 'M188 360 C172 220 200 130 300 128 C400 130 428 220 412 360Z',
    front:
      'M196 296 C186 176 236 134 300 134 C364 134 414 176 404 296 C396 236 372 208 330 196 C290 216 232 216 196 296Z',
  },
]

const line = (d: string, colour: string, width = 6) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`
const shape = (d: string, fill: string, opacity = 1) => `<path d="${d}" fill="${fill}" opacity="${opacity}"/>`

const rims = '#35383d'
const glasses = [
  '',
  `<g fill="none" stroke="${rims}" stroke-width="7"><circle cx="254" cy="320" r="38"/><circle cx="346" cy="320" r="38"/><path d="M292 316H308M216 314L200 306M384 314L400 306"/></g>`,
  '',
  `<g fill="none" stroke="${rims}" stroke-width="9"><rect x="212" y="292" width="76" height="54" rx="9"/><rect x="312" y="292" width="76" height="54" rx="9"/><path d="M288 312H312"/></g>`,
  '',
] as const

const beards: readonly ((hair: string) => string)[] = [
  () => '',
  (hair) =>
    shape('M250 392 C266 372 290 374 300 380 C310 374 334 372 350 392 C330 388 270 388 250 392Z', hair),
  (hair) =>
    shape(
      'M199 318 C206 378 232 384 300 372 C368 384 394 378 401 318 C404 410 356 476 300 476 C244 476 196 410 199 318Z M258 402 H342 V418 H258Z',
      hair,
    ),
  () => '',
  (hair) =>
    shape('M272 430 C286 422 314 422 328 430 C330 462 314 474 300 474 C286 474 270 462 272 430Z', hair),
]

const mouths = [
  line('M262 402 C282 422 318 422 338 402', '#a3504a', 7),
  line('M266 408 H334', '#a3504a', 7),
  shape('M258 398 C282 406 318 406 342 398 C330 434 270 434 258 398Z', '#b3544e'),
  line('M270 406 C288 413 312 413 330 406', '#a3504a', 8),
] as const

/** The clothes over the cloth; `second` is the colour of a pattern or a collar. */
const clothes: readonly ((second: string) => string)[] = [
  () => line('M226 534 C250 606 350 606 374 534', '#0003', 10),
  (second) => shape('M214 528 L300 640 L386 528 L420 560 L330 690 L300 650 L270 690 L180 560Z', second),
  (second) =>
    [590, 640, 690, 740]
      .map((y) => line(`M20 ${y} C200 ${y + 40} 400 ${y + 40} 580 ${y}`, second, 20))
      .join(''),
  (second) =>
    shape('M214 528 C160 560 190 640 300 660 C410 640 440 560 386 528 C380 600 220 600 214 528Z', second),
  (second) => shape('M232 540 L180 750 H420 L368 540 L300 650Z', second) + line('M300 660 V750', '#0003', 5),
]

/** What a person is drawn from. `hair` is odd for long hair; `index` picks the other traits. */
export interface Look {
  readonly hair: number
  readonly index: number
}

function pick<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length]
  if (item === undefined) throw new Error('an empty table of traits')
  return item
}

export function traitsOf({ hair, index }: Look) {
  const isLong = hair % 2 === 1
  const style = isLong ? pick(longHair, (hair - 1) / 2) : pick(shortHair, hair / 2 - 1)
  return {
    isLong,
    style,
    hairColour: pick(hairColours, index * 3),
    skin: pick(skins, index * 5 + Math.floor(index / 7)),
    cloth: pick(clothColours, index * 4),
    second: pick(clothColours, index * 4 + 2),
  }
}

/** Head and shoulders in a field of 600 × 750, transparent around the person. */
export function figure(look: Look): string {
  const { isLong, style, hairColour, skin, cloth, second } = traitsOf(look)
  const { index } = look
  const { low, wide, chin } = pick(jaws, index)
  const out = isLong ? 0 : 24
  const torso = `M${28 - out} 760 C${34 - out} 610 ${90 - out} 560 ${214 - out} 528 L${386 + out} 528 C${510 + out} 560 ${566 + out} 610 ${572 + out} 760Z`
  const shade = '#5a2f1a'
  const ear = (x: number) => `<ellipse cx="${x}" cy="318" rx="16" ry="30" fill="${skin}"/>`
  const eye = (x: number) =>
    `<ellipse cx="${x}" cy="320" rx="17" ry="11" fill="#fff"/><circle cx="${x}" cy="320" r="10" fill="#2c2320"/>`
  const brow = 284 + (index % 3) * 3
  return [
    shape(style.back, hairColour),
    shape(torso, cloth),
    shape('M246 420 L240 536 C252 592 348 592 360 536 L354 420Z', skin),
    shape('M246 452 C262 492 338 492 354 452 L357 494 C330 518 270 518 243 494Z', shade, 0.25),
    `<clipPath id="torso"><path d="${torso}"/></clipPath><g clip-path="url(#torso)">${pick(clothes, index * 2 + Math.floor(index / 5))(second)}</g>`,
    isLong ? '' : ear(196) + ear(404),
    shape(
      `M198 290 C198 196 244 176 300 176 C356 176 402 196 402 290 C402 ${low} ${300 + wide} ${chin} 300 ${chin} C${300 - wide} ${chin} 198 ${low} 198 290Z`,
      skin,
    ),
    eye(256) + eye(344),
    line(
      `M232 ${brow + 4} Q256 ${brow - 10} 280 ${brow + 2} M320 ${brow + 2} Q344 ${brow - 10} 368 ${brow + 4}`,
      hairColour,
      7 + (index % 2) * 3,
    ),
    line('M302 330 C308 350 314 360 296 364', '#7a452a88', 6),
    isLong ? '' : pick(beards, Math.floor(index / 2) + index)(hairColour),
    pick(mouths, index + Math.floor(index / 4)),
    pick(glasses, index * 3 + 1),
    shape(style.front, hairColour),
  ].join('')
}

/** The skin and the cloth of the hands that hold a card. */
export function handColours(look: Look): { readonly skin: string; readonly cloth: string } {
  return traitsOf(look)
}

const objects = [
  '<rect x="-80" y="60" width="210" height="360" fill="#fdfdf6"/><path d="M25 60V420M-80 240H130" stroke="#8b8478" stroke-width="10"/>',
  '<path d="M430 170H640M430 380H640" stroke="#5b4634" stroke-width="18"/><path d="M460 160V70H490V160ZM496 160V90H526V160ZM540 160V60H580V160ZM470 370V280H520V370Z" fill="#7b3d34"/>',
  '<rect x="420" width="180" height="750" fill="#3e3a3a" opacity="0.75"/>',
  '<rect x="30" y="50" width="130" height="170" fill="#3f5a4c" stroke="#d8c690" stroke-width="14"/>',
  '<path d="M520 760C500 600 440 520 400 470C480 480 520 520 540 580C550 480 600 420 660 400L640 760Z" fill="#33603d"/>',
  '<rect width="150" height="750" fill="#fff" opacity="0.55"/>',
] as const

/** The room behind the person, 600 × 750, with light from one side. */
export function room({ index }: Look): string {
  const [light, dark] = pick(walls, index * 2)
  const from = index % 4
  return `<defs><linearGradient id="wall" x1="${from % 2}" y1="${from > 1 ? 1 : 0}" x2="${1 - (from % 2)}" y2="${from > 1 ? 0 : 1}">
    <stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>
    <rect width="600" height="750" fill="url(#wall)"/>${pick(objects, index + Math.floor(index / 6))}`
}
