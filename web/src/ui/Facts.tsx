import { Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import classes from './Facts.module.css'

export interface FactsProps {
  facts: readonly (readonly [name: string, value: ReactNode])[]
}

/** A list of names and values. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <Text component="dt" size="xs" c="dimmed" lh={1.85}>
            {name}
          </Text>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
