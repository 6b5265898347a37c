/** Drawn people: a silhouette without a face, so that a specimen can never be taken for a person. */

interface Tone {
  readonly hair: string
  readonly skin: string
  readonly shade: string
  readonly cloth: string
  readonly fold: string
  readonly wall: readonly [string, string]
}

const tones: readonly Tone[] = [
  {
    hair: '#525c68',
    skin: '#a9b0bb',
    shade: '#9097a4',
    cloth: '#77828e',
    fold: '#69747f',
    wall: ['#dde1e6', '#b3bac3'],
  },
  {
    hair: '#5d5048',
    skin: '#c4ae9f',
    shade: '#ab9484',
    cloth: '#7e8a86',
    fold: '#6f7b77',
    wall: ['#e7e2da', '#c3baae'],
  },
  {
    hair: '#474f4b',
    skin: '#b3b3a6',
    shade: '#98988a',
    cloth: '#6f7f8f',
    fold: '#62717f',
    wall: ['#dfe5de', '#b5c0b6'],
  },
  {
    hair: '#564b5a',
    skin: '#b7abb8',
    shade: '#9b8f9e',
    cloth: '#857c93',
    fold: '#766e83',
    wall: ['#e5e0e8', '#bdb4c4'],
  },
  {
    hair: '#3f4a59',
    skin: '#9fb0bd',
    shade: '#8696a4',
    cloth: '#5f7388',
    fold: '#536578',
    wall: ['#d8e3ea', '#a9bac6'],
  },
  {
    hair: '#6b5a44',
    skin: '#cdb99d',
    shade: '#b29f83',
    cloth: '#8d8571',
    fold: '#7d7663',
    wall: ['#ece6d8', '#c9bfa8'],
  },
]

const longHair = {
  straight: {
    back: 'M178 500 C160 300 168 130 300 126 C432 130 440 300 422 500 C380 524 220 524 178 500Z',
    front:
      'M196 300 C188 170 236 138 300 138 C364 138 412 170 404 300 C396 230 366 206 300 206 C234 206 204 230 196 300Z',
  },
  bob: {
    back: 'M182 420 C158 280 172 130 300 128 C428 130 442 280 418 420 C392 440 208 440 182 420Z',
    front:
      'M198 296 C192 172 240 140 300 140 C360 140 408 172 402 296 C390 262 384 238 372 220 L228 220 C216 238 210 262 198 296Z',
  },
  ponytail: {
    back: 'M410 250 C470 260 486 380 452 508 C440 470 436 400 404 340Z M190 330 C176 200 210 130 300 128 C390 130 424 200 410 330Z',
    front:
      'M198 300 C190 176 238 138 300 138 C362 138 410 176 402 300 C392 226 340 214 268 210 C226 222 206 250 198 300Z',
  },
  bun: {
    back: 'M246 118 A54 48 0 1 1 354 118 A54 48 0 1 1 246 118Z M192 330 C178 200 210 132 300 130 C390 132 422 200 408 330Z',
    front:
      'M198 302 C190 180 238 140 300 140 C362 140 410 180 402 302 C394 236 356 204 300 200 C244 204 206 236 198 302Z',
  },
  wavy: {
    back: 'M172 486 C146 440 176 410 164 360 C156 250 176 126 300 124 C424 126 444 250 436 360 C424 410 454 440 428 486 C444 520 420 548 386 536 L214 536 C180 548 156 520 172 486Z',
    front:
      'M196 310 C186 176 236 136 300 136 C364 136 414 176 404 310 C398 250 372 232 356 208 C320 236 236 220 196 310Z',
  },
  layered: {
    back: 'M176 462 C164 280 172 128 300 126 C428 128 436 280 424 462 C414 486 400 470 392 440 L208 440 C200 470 186 486 176 462Z',
    front:
      'M196 306 C188 172 238 138 300 138 C362 138 412 172 404 306 C398 262 392 240 380 226 C350 232 330 220 320 204 C300 226 250 236 222 228 C208 244 202 268 196 306Z',
  },
} as const

const shortHair = {
  plain: {
    back: '',
    front:
      'M196 290 C184 176 232 132 302 132 C372 132 418 178 404 290 C398 258 392 240 384 224 C340 226 270 222 222 214 C210 236 202 260 196 290Z',
  },
  crop: {
    back: '',
    front:
      'M198 270 C190 180 236 144 300 144 C364 144 410 180 402 270 C394 226 366 196 300 194 C234 196 206 226 198 270Z',
  },
  side: {
    back: '',
    front:
      'M194 296 C180 180 224 126 312 130 C380 134 420 184 404 288 C398 252 388 236 376 226 C318 222 262 204 240 190 C222 220 202 254 194 296Z',
  },
  upright: {
    back: '',
    front:
      'M198 280 C188 200 206 160 222 150 L236 122 L262 138 L284 112 L308 134 L338 114 L354 140 L384 130 C408 168 412 210 402 280 C394 236 372 206 300 204 C228 206 206 236 198 280Z',
  },
  fringe: {
    back: '',
    front:
      'M192 304 C178 176 230 128 300 128 C370 128 422 176 408 304 C400 272 396 256 390 244 L360 250 L340 226 L312 252 L286 226 L256 252 L236 230 L212 248 C202 264 196 282 192 304Z',
  },
  swept: {
    back: 'M188 360 C172 220 200 130 300 128 C400 130 428 220 412 360Z',
    front:
      'M196 296 C186 176 236 134 300 134 C364 134 414 176 404 296 C396 236 372 208 330 196 C290 216 232 216 196 296Z',
  },
} as const

const long = Object.values(longHair)
const short = Object.values(shortHair)

function toneOf(look: number): Tone {
  // Neighbouring looks differ in colour as well as in hair.
  const tone = tones[(look * 5 + Math.floor(look / 6)) % tones.length]
  if (!tone) throw new Error('no tone')
  return tone
}

/** SVG markup of head and shoulders in a field of 600 × 750, transparent around the person. */
export function figure(look: number): string {
  const tone = toneOf(look)
  const isLong = look % 2 === 1
  const hair = isLong ? long[((look - 1) / 2) % long.length] : short[(look / 2 - 1) % short.length]
  if (!hair) throw new Error(`no hair for look ${look}`)
  const wide = isLong ? 0 : 24
  const ears = isLong
    ? ''
    : `<ellipse cx="194" cy="308" rx="15" ry="30" fill="${tone.shade}"/><ellipse cx="406" cy="308" rx="15" ry="30" fill="${tone.shade}"/>`
  return `
    <path d="${hair.back}" fill="${tone.hair}"/>
    <path d="M${28 - wide} 750 C${34 - wide} 610 ${90 - wide} 560 ${214 - wide} 528 L${386 + wide} 528 C${510 + wide} 560 ${566 + wide} 610 ${572 + wide} 750Z" fill="${tone.cloth}"/>
    <path d="M118 750 C120 700 126 668 136 640 M482 750 C480 700 474 668 464 640" stroke="${tone.fold}" stroke-width="5" fill="none"/>
    <path d="M246 420 L240 536 C252 592 348 592 360 536 L354 420Z" fill="${tone.skin}"/>
    <path d="M246 452 C262 478 338 478 354 452 L357 494 C330 512 270 512 243 494Z" fill="${tone.shade}"/>
    <path d="M226 530 C250 606 350 606 374 530 L388 526 C368 640 232 640 212 526Z" fill="${tone.fold}"/>
    ${ears}
    <path d="M198 290 C198 196 244 176 300 176 C356 176 402 196 402 290 C402 396 350 462 300 462 C250 462 198 396 198 290Z" fill="${tone.skin}"/>
    <path d="${hair.front}" fill="${tone.hair}"/>`
}

/** The wall behind the person, 600 × 750: a soft light from one side and the edge of a door. */
export function wall(look: number): string {
  const [light, dark] = toneOf(look).wall
  const edge = look % 3 === 0 ? 70 : 470
  return `
    <defs><linearGradient id="wall${look}" x1="0" y1="0" x2="0.35" y2="1">
      <stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>
    <rect width="600" height="750" fill="url(#wall${look})"/>
    <rect x="${edge}" width="${look % 3 === 0 ? 16 : 130}" height="750" fill="#fff" opacity="0.16"/>`
}

export function skinOf(look: number): { skin: string; shade: string; cloth: string; fold: string } {
  return toneOf(look)
}
