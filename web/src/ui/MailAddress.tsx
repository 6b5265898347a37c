import { Fragment } from 'react'

/** An address that wraps only after @ and before a dot, if its parts fit. */
export function MailAddress({ address }: { address: string }) {
  return [...address.matchAll(/[.@]*[^.@]+@?/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
