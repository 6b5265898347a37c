import { Component, type ComponentType, type FunctionComponent, type ReactNode, Suspense, use } from 'react'
import { LazyCode } from './lazy-code.ts'
import { PartFailed } from './PartFailed.tsx'

export interface LazyPartOptions<P> {
  /** Shown while the code loads. */
  loading?: (props: P) => ReactNode
  /** Replaces the message if the part cannot be shown; a preview shows the icon of its file. */
  failed?: (props: P, retry: () => void) => ReactNode
}

export type LazyPart<P> = FunctionComponent<P> & {
  /** Loads the code ahead of the first use. Never rejects. */
  readonly preload: () => Promise<void>
}

/**
 * A part of a page whose code is loaded when it is first rendered. If the code cannot be loaded, or the part
 * throws, only the part is replaced by a message; the page and its input remain.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { loading, failed }: LazyPartOptions<P> = {},
): LazyPart<P> {
  const code = new LazyCode(load)

  function Loaded(props: P) {
    const Part = code.component ?? use(code.promise())
    return <Part {...props} />
  }

  function Lazy(props: P) {
    return (
      <PartBoundary
        code={code}
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
  return Object.assign(Lazy, { preload: () => code.load() })
}

/**
 * A page whose code is loaded with its route. If it cannot be loaded, the route shows its error component; the
 * next navigation tries again.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPart<object> {
  const code = new LazyCode(load)
  function Page() {
    const Shown = code.component ?? use(code.promise())
    return <Shown />
  }
  return Object.assign(Page, { preload: () => code.load() })
}

interface BoundaryProps {
  code: LazyCode<unknown>
  failed: (retry: () => void) => ReactNode
  children: ReactNode
}

class PartBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    this.props.code.forgetFailure()
  }

  override render() {
    return this.state.failed ? this.props.failed(this.#retry) : this.props.children
  }

  readonly #retry = () => {
    void this.props.code.load().then(() => this.setState({ failed: false }))
  }
}

/** The `onClose` of a dialog: its message can be closed, so that the page forgets the open dialog. */
function closeOf(props: object): (() => void) | undefined {
  const { onClose } = props as { onClose?: unknown } // read only if it is a function
  return typeof onClose === 'function' ? () => void onClose() : undefined
}
