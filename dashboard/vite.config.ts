import { defineConfig } from "vite";

// Addresses are relative and pages lie in the hash, so that the page works under any path prefix.
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    modulePreload: { polyfill: false }, // it would be an inline script
    assetsInlineLimit: 0, // the policy allows files of this site, nothing inline
    reportCompressedSize: true,
  },
  // The daemon refuses writes of other sites: it must see the host that the browser sees.
  server: {
    proxy: {
      "/api": { target: "http://127.0.0.1:2085", changeOrigin: false },
      "/metrics": { target: "http://127.0.0.1:2085", changeOrigin: false },
    },
  },
});
