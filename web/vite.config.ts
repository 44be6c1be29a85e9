import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** The chunk of a game's board is named after its game, so that a committed bundle shows what changed. */
const chunkName = (chunk: { name: string; facadeModuleId?: string | null }) => {
  const game = /\/games\/([^/]+)\//.exec(chunk.facadeModuleId ?? '')?.[1];
  return `assets/${game ? `${game}-` : ''}[name]-[hash].js`;
};

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/sortilege/server/http/static',
    emptyOutDir: true,
    sourcemap: false,
    cssCodeSplit: false,
    target: 'es2022',
    // the server lets browsers keep what lies in assets/ for ever, so every name there carries its hash
    rollupOptions: {
      input: { index: 'index.html', sw: 'src/notifications/worker.ts' },
      // the worker's place says which pages it is for: the root, for all of them
      output: {
        chunkFileNames: chunkName,
        entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // one chunk for what every page uses, so that theme.css and components.css come before the styles of components
        codeSplitting: { groups: [{ name: 'shared', test: /node_modules|src\/(api|state|ui|words)\// }] },
      },
    },
  },
  test: { setupFiles: 'src/testing.ts', css: true },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8123', ws: true } } },
});
