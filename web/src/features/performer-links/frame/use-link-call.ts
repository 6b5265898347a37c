import { useMutation } from '@tanstack/react-query'
import { useErrorText } from './language.ts'

/** A call of a step, one at a time. Its failure is shown in the language of the page. */
export function useLinkCall<Input, Reply>(
  act: (input: Input) => Promise<Reply>,
  onDone: (reply: Reply) => void,
  /** The failure may concern the whole link. */
  onError: (error: unknown) => void,
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
