/// <reference types="vite/client" />

/** The version in package.json, put in by Vite. */
declare const __VERSION__: string
