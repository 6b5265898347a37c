import { VisuallyHidden } from '@mantine/core'

/** A honeypot for bots (D43), hidden from display, keyboard and screen readers. Bots detect display: none. */
export function Honeypot({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className={VisuallyHidden.classes.root} aria-hidden>
      <label>
        Website
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </label>
    </div>
  )
}
