/// <reference types="vite/client" />

/** The version in package.json, inserted by Vite. */
declare const __VERSION__: string
