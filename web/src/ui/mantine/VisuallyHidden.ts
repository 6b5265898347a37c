import { VisuallyHidden } from '@mantine/core'

export { VisuallyHidden }

/** The class of VisuallyHidden, for an element that can't be inside a span. */
export const visuallyHidden = VisuallyHidden.classes.root
