import {
  type LogFault,
  type LogFaultKind,
  type LogVerification,
  logFaultCodes,
  maximumFaults,
} from '@kyc/contract/audit-verification.ts'

type Place = Partial<Pick<LogFault, 'entryId' | 'leafIndex' | 'checkpoint' | 'detail'>>

export function faultOf(kind: LogFaultKind, { entryId, leafIndex, checkpoint, detail }: Place): LogFault {
  return {
    code: logFaultCodes[kind],
    kind,
    entryId: entryId ?? null,
    leafIndex: leafIndex ?? null,
    checkpoint: checkpoint ?? null,
    ...(detail === undefined ? null : { detail }),
  }
}

/** Counts faults and keeps the first ones. */
export class Faults {
  count: number
  code: number
  readonly first: LogFault[]

  constructor(earlier: { code: number; count: number; first: readonly LogFault[] }) {
    this.count = earlier.count
    this.code = earlier.code
    this.first = [...earlier.first]
  }

  add(fault: LogFault): void {
    this.count++
    this.code = this.code === 0 ? fault.code : Math.min(this.code, fault.code)
    if (this.first.length < maximumFaults) this.first.push(fault)
  }
}

export type Counts = { -readonly [Key in Exclude<keyof LogVerification['counts'], 'faults'>]: number }

export const noCounts: Readonly<Counts> = {
  entries: 0,
  shredded: 0,
  unsealed: 0,
  nodes: 0,
  checkpoints: 0,
  published: 0,
  acknowledged: 0,
}
