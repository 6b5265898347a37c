import { AppLink } from './AppLink.tsx'
import classes from './TabLinks.module.css'
import { useStrip } from './use-strip.ts'

export interface TabLinksProps {
  label: string
  tabs: readonly { readonly label: string; readonly href: string; readonly current: boolean }[]
}

/** The parts of a page, each with its own URL. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const strip = useStrip<HTMLUListElement>(tabs.find(({ current }) => current)?.label ?? '')
  return (
    <nav aria-label={label}>
      <ul ref={strip} className={classes.tabs}>
        {tabs.map((tab) => (
          <li key={tab.label}>
            <AppLink className={classes.tab} href={tab.href} aria-current={tab.current ? 'page' : undefined}>
              {tab.label}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
