import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { refusedInput } from '../api/api-error.ts'
import { failureText, fieldErrors } from '../api/failure-text.ts'
import { focusFault } from './focus-fault.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'

/** Messages by field. */
type Errors = Readonly<Record<string, string | undefined>>

export interface FormCallOptions<Values extends object, Reply, Body = Values> {
  /** May change until the first edit, such as after a live update (D42); later changes are ignored. */
  initial: Values
  /** The schema of the body in the contract: refuses what the server would refuse, before it is sent. */
  schema?: z.ZodType<Body>
  /** Makes the body from the values, which are the body by default. Each value that may be refused needs a field. */
  body?: (values: Values) => unknown
  /** Refuses values by a rule that no schema of the contract has, such as one of the identity provider. */
  check?: (values: Values) => Errors
  /**
   * @param body parsed with `schema`; without one, the values.
   * @param idempotencyKey the same until a value changes (D20).
   * @param before the values before the first edit.
   */
  call: (body: Body, idempotencyKey: string, before: Values) => Promise<Reply>
  /** The form is busy until this resolves. */
  onDone?: (reply: Reply, reset: () => void) => unknown
  /** The message of a failure that belongs to no field; null if it needs none. */
  textOf?: (error: Error) => string | null
}

/** What the element around the fields needs: Form or FormDialog. */
export interface FormState {
  readonly ref: RefObject<HTMLFormElement | null>
  readonly busy: boolean
  readonly unsaved: boolean
  /** Failure that no field shows. */
  readonly error: string | null
  readonly submit: () => void
}

type TextFields<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values]

/**
 * A form that ends in one call. An error appears at the field that the problem names, otherwise in `error`.
 * After a failure, the first invalid field has the focus and is in view.
 */
export function useFormCall<Values extends object, Reply, Body = Values>(
  options: FormCallOptions<Values, Reply, Body>,
) {
  const { initial, schema, body, check, call, onDone, textOf = failureText } = options
  const ref = useRef<HTMLFormElement>(null)
  const [edit, setEdit] = useState<{ before: Values; values: Values } | null>(null)
  const { before, values } = edit ?? { before: initial, values: initial }
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<Error | null>(null)
  const [failures, setFailures] = useState(0)
  const idempotencyKey = useIdempotencyKey(values)
  useEffect(() => {
    if (failures > 0) focusFault(ref.current)
  }, [failures])
  const refuse = (found: Errors, error: Error | null) => {
    setErrors(byField(found, values))
    setFailure(error)
    setFailures((count) => count + 1)
  }
  const clear = () => {
    setErrors({})
    setFailure(null)
  }
  const reset = () => {
    setEdit(null)
    clear()
  }
  const sending = useMutation({
    mutationFn: (sent: Body) => call(sent, idempotencyKey, before),
    onSuccess: (reply) => onDone?.(reply, reset),
    onError: (error) => refuse(fieldErrors(error), error),
  })
  const submit = () => {
    if (sending.isPending) return
    const found = check?.(values) ?? {}
    if (Object.values(found).some(Boolean)) return refuse(found, null)
    const parsed = schema?.safeParse(body ? body(values) : values)
    if (parsed?.error) {
      const refusal = refusedInput(parsed.error)
      return refuse(fieldErrors(refusal), refusal)
    }
    clear()
    sending.mutate(parsed ? parsed.data : (values as unknown as Body)) // without a schema, Body is Values
  }
  const change = (part: Partial<Values>) => {
    setEdit({ before, values: { ...values, ...part } })
    setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in part))))
    setFailure(null)
  }
  const atField = Object.entries(errors).some(([name, text]) => text && name in values)
  const state: FormState = {
    ref,
    busy: sending.isPending,
    unsaved: JSON.stringify(values) !== JSON.stringify(before),
    error: failure && !atField ? textOf(failure) : null,
    submit,
  }
  return {
    ...state,
    values,
    /** Values before the first edit. */
    before,
    errors,
    failure,
    /** The call has succeeded. */
    done: sending.isSuccess,
    reply: sending.data,
    change,
    reset,
    /** Runs an act next to the form, such as a popup. Its failure is shown like that of the call. */
    run: async (act: () => Promise<unknown>) => {
      clear()
      await act().catch((error) => refuse({}, error))
    },
    /** Props of a text field. */
    field: (name: TextFields<Values> & string) =>
      fieldProps(name, values, errors[name], { busy: sending.isPending, change }),
  }
}

/** The messages by field of the form: an entry of a list has a path such as `callbackOrigins.0` or `filters.2.name`. */
function byField(found: Errors, values: object): Errors {
  const fieldOf = (path: string) => path.split('.').find((part) => part in values) ?? path
  return Object.fromEntries(Object.entries(found).map(([path, text]) => [fieldOf(path), text]))
}

export type FieldProps = ReturnType<typeof fieldProps>

function fieldProps<Values extends object, Name extends TextFields<Values> & string>(
  name: Name,
  values: Values,
  error: string | undefined,
  { busy, change }: { busy: boolean; change: (part: Partial<Values>) => void },
) {
  return {
    name,
    value: values[name] as string, // TextFields
    error,
    // Set here, because Mantine's password field does not set it.
    'aria-invalid': Boolean(error),
    readOnly: busy,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [name]: currentTarget.value } as Partial<Values>), // TextFields
  }
}
