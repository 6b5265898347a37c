import { Fragment } from 'react'

/** An address that wraps only after @ and before a dot, if its parts fit. */
export function MailAddress({ address }: { address: string }) {
  const [first, ...others] = address.split(/(?<=@)|(?=\.)/)
  return (
    <>
      {first}
      {others.map((part, index) => (
        <Fragment key={`${index}${part}`}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  )
}
