/** Round ticks from 0 to at least `maximum`: two to five steps of 1, 2 or 5 times a power of ten. */
export function axisTicks(maximum: number): number[] {
  const step = roundStep(Math.max(1, maximum) / 4)
  const ticks = [0]
  while ((ticks.at(-1) ?? 0) < Math.max(1, maximum)) ticks.push((ticks.at(-1) ?? 0) + step)
  return ticks
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power
}
