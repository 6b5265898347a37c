import { constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import presetMantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'

/** Compressed at build time. index.html is excluded because each response has its own nonce. */
const compressed = compression({
  include: /\.(?:js|mjs|css|svg|json|wasm)$/,
  threshold: 1024,
  algorithms: [
    defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    defineAlgorithm('gzip', { level: 9 }),
  ],
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed],
  // The server replaces this literal with a new nonce on each page request, so the CSP needs no 'unsafe-inline'.
  html: { cspNonce: '__CSP_NONCE__' },
  css: { postcss: { plugins: [presetMantine()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    sourcemap: false,
    // The CSP forbids data: URLs for code, and small files are cached as well as large ones.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first page names every file that a later page may load, so only the pages and parts that load by themselves have names.
        chunkFileNames: ({ isDynamicEntry }) =>
          isDynamicEntry ? 'assets/[name]-[hash].js' : 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'], priority: 2 },
            // Otherwise each icon and each module that several pages share would be a file of its own.
            { name: 'icons', test: /@tabler/, priority: 1 },
            { name: 'shared', minShareCount: 4 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
})
