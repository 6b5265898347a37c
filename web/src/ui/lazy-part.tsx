import { Component, type ComponentType, type ReactNode, Suspense, use } from 'react'
import { importAgain } from './import-again.ts'
import { PartFailed } from './PartFailed.tsx'

export interface LazyPartOptions<P> {
  /** Shown while the code loads. */
  loading?: (props: P) => ReactNode
  /** Replaces the message if the part cannot be shown; a preview shows the icon of its file. */
  failed?: (props: P, retry: () => void) => ReactNode
}

export type LazyPart<P> = ComponentType<P> & {
  /** Loads the code ahead of the first use. */
  readonly preload: () => void
}

/**
 * A part of a page whose code is loaded when it is first rendered. If the code cannot be loaded, or the part
 * throws, only the part is replaced by a message; the page and its input remain.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { loading, failed }: LazyPartOptions<P> = {},
): LazyPart<P> {
  let loaded: Promise<ComponentType<P>> | undefined
  const start = () => {
    loaded ??= importAgain(load)
    return loaded
  }
  /** The next mount or retry loads the code again. */
  const forget = () => {
    loaded = undefined
  }

  function Loaded(props: P) {
    const Part = use(start())
    return <Part {...props} />
  }

  function Lazy(props: P) {
    return (
      <PartBoundary
        onFailed={forget}
        failed={(retry) =>
          failed ? failed(props, retry) : <PartFailed onRetry={retry} onClose={closeOf(props)} />
        }
      >
        <Suspense fallback={loading?.(props)}>
          <Loaded {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
  return Object.assign(Lazy, { preload: () => void start().catch(forget) })
}

interface BoundaryProps {
  onFailed: () => void
  failed: (retry: () => void) => ReactNode
  children: ReactNode
}

class PartBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    this.props.onFailed()
  }

  override render() {
    return this.state.failed ? this.props.failed(() => this.setState({ failed: false })) : this.props.children
  }
}

/** The `onClose` of a dialog: its message can be closed, so that the page forgets the open dialog. */
function closeOf(props: object): (() => void) | undefined {
  const { onClose } = props as { onClose?: unknown } // read only if it is a function
  return typeof onClose === 'function' ? () => void onClose() : undefined
}
