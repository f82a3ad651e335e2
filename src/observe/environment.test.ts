// Is production noticed where it is near, and not where it is only mentioned?
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import type { Scene } from '../core/model.ts'
import { environmentOf } from './environment.ts'

let home = ''
const scene = (): Scene => ({ cwd: home, home, project: home, platform: 'linux' })

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-environment-')))
  mkdirSync(`${home}/.kube`)
  mkdirSync(`${home}/.terraform`)
  writeFileSync(`${home}/.kube/config`, 'apiVersion: v1\ncurrent-context: "eu-prod-1"\ncontexts: []\n')
  writeFileSync(`${home}/.terraform/environment`, 'staging')
  writeFileSync(`${home}/other`, 'current-context: minikube\n')
})
afterAll(() => clear(home))

describe('environmentOf', () => {
  test.each([
    [{ NODE_ENV: 'production' }, 'production'],
    [{ RAILS_ENV: 'staging', NODE_ENV: 'development' }, 'staging'],
    [{ APP_ENV: 'non-prod' }, 'staging'],
    [{ DATABASE_URL: 'postgres://app:live@db.prod.example.com/shop' }, 'production'],
    [{ DATABASE_URL: 'postgres://prod:production@localhost/shop' }, 'development'],
    [{ NODE_ENV: 'product' }, null],
    [{ PROMPT: 'production' }, null],
    [{}, null],
  ])('%j', (variables, environment) => {
    expect(environmentOf(scene(), ['git'], variables)).toBe(environment)
  })
  test('a cluster counts for what acts on clusters', () => {
    expect(environmentOf(scene(), ['kubectl'], {})).toBe('production')
    expect(environmentOf(scene(), ['kubectl'], { KUBECONFIG: `${home}/other` })).toBe('development')
    expect(environmentOf(scene(), ['rm'], {})).toBeNull()
  })
  test('a workspace counts for what acts on workspaces', () => {
    expect(environmentOf(scene(), ['terraform'], {})).toBe('staging')
    expect(environmentOf(scene(), ['terraform'], { TF_WORKSPACE: 'prod' })).toBe('production')
  })
})
