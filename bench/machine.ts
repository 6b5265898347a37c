import { cpus, loadavg, release, totalmem, type } from 'node:os'

/** What the figures were measured on, for the head of the results. */
export function describeMachine(): string {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} × ${first?.model.trim() || 'unknown processor'}, ${memory} GiB, ${type()} ${release()}, Node ${process.versions.node}`
}

/** How busy the machine is besides: figures taken under foreign load are good for ratios only. */
export function load(): string {
  return loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')
}
