// How are the tests run?
import { defineConfig } from 'vitest/config'

// CI asks for a report that a program can count.
const report = process.env['PRUDENT_TEST_REPORT']

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    // A generated or hostile input that takes this long is a failure, not patience.
    testTimeout: 20_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
})
