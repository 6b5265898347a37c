import react from '@vitejs/plugin-react'
import presetMantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { mantineLayers } from './mantine-layers.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), mantineLayers()],
  // The server replaces this literal with a new nonce on each page request, so the CSP needs no
  // 'unsafe-inline'.
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: { alias: [{ find: /^zod$/, replacement: `${import.meta.dirname}/src/zod-replacement.ts` }] },
  css: { postcss: { plugins: [presetMantine()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    sourcemap: false,
    // The CSP forbids data: URLs for code, and small files are cached as well as large ones.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
})
