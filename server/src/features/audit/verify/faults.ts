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

/** Counts faults and keeps the first ones; `code` is the lowest of theirs. */
export class Faults<Fault extends { readonly code: number } = LogFault> {
  count = 0
  code = 0
  readonly first: Fault[] = []

  add(fault: Fault): void {
    this.count++
    this.code = this.code === 0 ? fault.code : Math.min(this.code, fault.code)
    if (this.first.length < maximumFaults) this.first.push(fault)
  }
}

export type Counts = { -readonly [Key in Exclude<keyof LogVerification['counts'], 'faults'>]: number }

export function noCounts(): Counts {
  return { entries: 0, shredded: 0, unsealed: 0, nodes: 0, checkpoints: 0, published: 0, acknowledged: 0 }
}
