import { VisuallyHidden } from '@mantine/core'

/** A honeypot for bots (D43), hidden from view, keyboard and screen readers. Not `display: none`, which bots detect. */
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
