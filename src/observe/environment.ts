// Does this work reach production? Markers in the environment, and in the settings of the programs that the call runs.
import path from 'node:path'
import type { Facts, Scene } from '../core/model.ts'
import { readText } from './read-file.ts'

export type Variables = Readonly<Record<string, string | undefined>>
type Environment = NonNullable<Facts['environment']>

const NAMES = [
  'NODE_ENV',
  'RAILS_ENV',
  'RACK_ENV',
  'APP_ENV',
  'DJANGO_ENV',
  'FLASK_ENV',
  'MIX_ENV',
  'ASPNETCORE_ENVIRONMENT',
  'DOTNET_ENVIRONMENT',
  'VERCEL_ENV',
  'DEPLOY_ENV',
  'DEPLOYMENT_ENV',
  'ENVIRONMENT',
  'ENV',
  'STAGE',
]
const DATABASES = ['DATABASE_URL', 'DB_HOST', 'PGHOST', 'MYSQL_HOST', 'MONGODB_URI', 'MONGO_URL', 'REDIS_URL']
const CLUSTER = new Set(['kubectl', 'helm', 'k9s', 'kustomize', 'helmfile', 'skaffold', 'flux', 'argocd', 'oc', 'istioctl'])
const WORKSPACE = new Set(['terraform', 'tofu', 'terragrunt'])
const SMALL = 256 * 1024

/** The worst that any marker says. A cluster's or a workspace's name counts only for programs that act on it. */
export function environmentOf(scene: Scene, programs: readonly string[], variables: Variables): Environment | null {
  const said = [
    ...NAMES.map((name) => environmentIn(variables[name])),
    ...DATABASES.map((name) => environmentIn(hostIn(variables[name]))),
    ...(programs.some((program) => CLUSTER.has(program)) ? [environmentIn(clusterOf(scene, variables))] : []),
    ...(programs.some((program) => WORKSPACE.has(program)) ? [environmentIn(workspaceOf(scene, variables))] : []),
  ]
  return said.includes('production') ? 'production' : said.includes('staging') ? 'staging' : said.includes('development') ? 'development' : null
}

const WORDS: Readonly<Record<string, Environment>> = {
  prod: 'production',
  production: 'production',
  prd: 'production',
  live: 'production',
  staging: 'staging',
  stage: 'staging',
  stg: 'staging',
  preprod: 'staging',
  uat: 'staging',
  development: 'development',
  dev: 'development',
  test: 'development',
  local: 'development',
  localhost: 'development',
  minikube: 'development',
}

function environmentIn(text: string | null | undefined): Environment | null {
  if (text == null) return null
  // `non-prod` and `pre-production` are not production.
  const words = text
    .toLowerCase()
    .slice(0, 400)
    .replaceAll(/\b(?:non|not|pre)[-_]?prod(?:uction)?\b/g, 'preprod')
    .split(/[^a-z]+/)
  const found = words.flatMap((word) => (Object.hasOwn(WORDS, word) ? [WORDS[word]] : []))
  return found.find((environment) => environment === 'production') ?? found[0] ?? null
}

/** Of a connection string the host alone: a password may say anything. */
const hostIn = (text: string | undefined): string | null =>
  text === undefined ? null : (/^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/?]*)/i.exec(text)?.[1] ?? (text.includes('://') ? null : text))

function clusterOf(scene: Scene, variables: Variables): string | null {
  const [first] = (variables['KUBECONFIG'] ?? '').split(path.delimiter)
  const text = readText(first === undefined || first === '' ? `${scene.home}/.kube/config` : first, SMALL)
  return /^current-context:[ \t]*["']?([^"'\s]+)/m.exec(text ?? '')?.[1] ?? null
}

const workspaceOf = (scene: Scene, variables: Variables): string | null =>
  variables['TF_WORKSPACE'] ?? readText(`${scene.cwd}/.terraform/environment`, SMALL)?.trim() ?? null
