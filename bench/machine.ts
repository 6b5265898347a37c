import { cpus, loadavg, release, totalmem, type } from 'node:os'

/** The machine that the results were measured on. */
export function describeMachine(): string {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} × ${first?.model.trim() || 'unknown processor'}, ${memory} GiB, ${type()} ${release()}, Node ${process.versions.node}`
}

/** The load averages: under load by other processes only the ratios are meaningful. */
export function load(): string {
  return loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')
}
