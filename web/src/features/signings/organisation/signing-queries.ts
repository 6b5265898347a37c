import type { Signing } from '@kyc/contract/signing-schema.ts'
import type { SigningState } from '@kyc/contract/signing-vocabulary.ts'
import { listSignings } from '@kyc/contract/signings.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callQuery, queryKey } from '../../../api/queries.ts'
import type { Tone } from '../../../ui/StateBadge.tsx'

/** The signings of a video, the newest of each appearance first. */
export function useSignings(videoId: string) {
  return useQuery(callQuery(listSignings, { params: { id: videoId } }))
}

/** The newest signing of an appearance, which is the one that counts. */
export function newestOf(signings: readonly Signing[] | undefined, performerId: string): Signing | undefined {
  return signings?.find((each) => each.performerId === performerId)
}

/** Refetches what an act of a signing has changed: its papers and facts, too. */
export async function refreshSignings(queries: QueryClient): Promise<void> {
  await Promise.all(
    (['signings', 'papers', 'videos'] as const).map((name) =>
      queries.invalidateQueries({ queryKey: queryKey(name) }),
    ),
  )
}

export const tones = {
  draft: 'neutral',
  sent: 'wait',
  opened: 'wait',
  sheetReceived: 'wait',
  read: 'wait',
  question: 'bad',
  signed: 'wait',
  copyReceived: 'ok',
  refused: 'neutral',
  revoked: 'neutral',
  expired: 'neutral',
} as const satisfies Record<SigningState, Tone>
