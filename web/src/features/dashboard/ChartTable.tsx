import { VisuallyHidden } from '@mantine/core'

export interface ChartTableProps {
  caption: string
  head: readonly string[]
  /** The first cell names the row. */
  rows: readonly (readonly [name: string, ...values: string[]])[]
}

/** The numbers of a chart for screen readers. */
export function ChartTable({ caption, head, rows }: ChartTableProps) {
  return (
    <table className={VisuallyHidden.classes.root}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, index) => (
              <td key={head[index + 1]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
