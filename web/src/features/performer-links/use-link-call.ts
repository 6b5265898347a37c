import type { LinkSession } from '@kyc/contract/performer-links.ts'
import { useMutation } from '@tanstack/react-query'
import { useErrorText } from './use-texts.ts'

/** What every step gets. */
export interface StepCalls {
  readonly session: LinkSession
  readonly onSession: (session: LinkSession) => void
  /** The failure may concern the whole link. */
  readonly onError: (error: unknown) => void
}

/** A call of a step, one at a time. Its failure is shown in the language of the page. */
export function useLinkCall<Input, Reply>(
  act: (input: Input) => Promise<Reply>,
  onDone: (reply: Reply) => void,
  onError: StepCalls['onError'],
) {
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation<Reply, Error, Input>({
    mutationFn: act,
    onSuccess: onDone,
    onError,
  })
  return {
    busy: isPending,
    error: error && errorText(error),
    run: (input: Input) => {
      if (!isPending) mutate(input)
    },
  }
}
