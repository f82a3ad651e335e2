// What is bundled, into which files? Two entries share chunks; what a plain call never needs sits in chunks of its own.
import { existsSync } from 'node:fs'

const entries = { cli: 'src/cli/main.ts', index: 'src/index.ts' }

/** The bundles that can be made from the sources that exist. */
export function bundleInto(root, folder) {
  const input = Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(`${root}/${file}`)))
  return {
    cwd: root,
    input,
    platform: 'node',
    tsconfig: false,
    transform: { target: 'node20.19' },
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      // Reached through `import()` only, so each is read from disk when its first text turns up.
      codeSplitting: {
        groups: [
          { name: 'code-parsers', test: /node_modules[\\/]@lezer[\\/]/ },
          { name: 'yaml', test: /node_modules[\\/]yaml[\\/]/ },
          { name: 'linear-regex', test: /node_modules[\\/]re2js[\\/]/ },
          { name: 'validation', test: /node_modules[\\/]valibot[\\/]/ },
        ],
      },
    },
  }
}
