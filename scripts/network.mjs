// @ts-check
/**
 * Network settings: npm passes its own to the programs that it runs, but other programs read them
 * under other names.
 */

/** Names that most programs read, and npm's names for them, the most specific first. */
const NAMES = [
  { name: 'HTTPS_PROXY', ofNpm: ['npm_config_https_proxy', 'npm_config_proxy'] },
  { name: 'HTTP_PROXY', ofNpm: ['npm_config_proxy'] },
  { name: 'NO_PROXY', ofNpm: ['npm_config_noproxy'] },
  { name: 'NODE_EXTRA_CA_CERTS', ofNpm: ['npm_config_cafile'] },
]

/**
 * The environment with npm's proxy and certificates under the names that other programs read. It
 * does not override existing settings.
 * @param {Readonly<NodeJS.ProcessEnv>} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withNpmsNetwork(env) {
  const settings = NAMES.flatMap(({ name, ofNpm }) => {
    const isSet = [name, name.toLowerCase()].some((each) => isFilled(env[each]))
    const value = ofNpm.map((each) => env[each]).find(isFilled)
    return isSet || value === undefined ? [] : [[name, value]]
  })
  return { ...env, ...Object.fromEntries(settings) }
}

// --- internal ---

/** @param {string | undefined} value */
function isFilled(value) {
  return value !== undefined && value !== ''
}
