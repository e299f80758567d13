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
  server: { proxy: { "/api": "http://127.0.0.1:2085", "/metrics": "http://127.0.0.1:2085" } },
});
