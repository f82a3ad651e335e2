// How are the tests run?
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    // A generated or hostile input that takes this long is a failure, not patience.
    testTimeout: 20_000,
  },
})
