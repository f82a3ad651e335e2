// Where do our caches lie, whose are believed, and by which key are they known?

/** Below somebody's home, whatever the environment says: all our processes must agree. */
export const CACHE_FOLDER = '.cache/prudent'
/** With the other keys, which no agent may read. */
export const CACHE_KEY = '.local/state/prudent/keys/caches'
export const ADMINISTRATORS_FILE = '/etc/prudent/settings.yaml'
/** What root compiled for everybody whom that file binds: `prudent init --admin` writes it. */
export const ADMINISTRATORS_CACHE = '/etc/prudent/cache'
/** No cache of ours comes near it. */
export const LARGEST_CACHE = 64 * 1024 * 1024
