import './zod-without-eval.ts'
import './styles.css'
import '@mantine/core/styles.layer.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { clearProviderToken } from './api/call.ts'
import { clearRecords, createQueryClient } from './api/query-client.ts'
import { createAppRouter } from './routes.tsx'
import { dropSearchText } from './search.ts'
import { AuthSession } from './session/auth-session.ts'
import { fetchUser } from './session/fetch-user.ts'
import { AuthContext } from './session/use-session.ts'
import { cssVariablesResolver, theme } from './theme.ts'
import { DialogEntries } from './ui/dialog-entries.tsx'
import { Drafts, DraftsContext } from './ui/drafts.ts'
import { keepMemoryOf } from './ui/tab-memory.ts'

// The scroll lock of dialogs adds a style element and reads its nonce from this global.
Object.assign(window, { __webpack_nonce__: styleNonce() })

dropSearchText()
const queryClient = createQueryClient()
const router = createAppRouter(createBrowserHistory())
const drafts = new Drafts()
let releaseRecords = () => {}
const auth = new AuthSession({
  fetchUser,
  hasDraft: () => drafts.any,
  onEnd: (covered) => {
    clearProviderToken()
    releaseRecords()
    releaseRecords = clearRecords(queryClient, covered)
  },
  onReveal: () => releaseRecords(),
})
// Subscribed before the first render: no page may read the searches of the previous account.
auth.subscribe(() => {
  const state = auth.state()
  if (state.status !== 'loading') keepMemoryOf(state.status === 'authenticated' ? state.user.id : null)
})
void auth.check()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <AuthContext value={auth}>
          <DraftsContext value={drafts}>
            <DialogEntries router={router}>
              <RouterProvider router={router} />
            </DialogEntries>
          </DraftsContext>
        </AuthContext>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)

/**
 * The CSP nonce of this page, set by the server. Browsers hide the attribute; the property remains readable.
 */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
