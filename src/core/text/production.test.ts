// Is production seen in words as people write them, and in what a text chooses to work on?
import { describe, expect, test } from 'vitest'
import { choosesProduction, reachesProduction, saysProduction } from './production.ts'

const says = (text: string): boolean => saysProduction([{ text }])

describe('words', () => {
  test.each(['prod', 'shop-prod', 'prod.db', 'PRODUCTION', 'ProdStack', 'appProd', 'productionDb', 'db_prd'])('%s', (word) => expect(says(word)).toBe(true))
  test.each(['product', 'products', 'reproduce', 'Product', 'PRODUCT', 'productId', 'staging'])('%s', (word) => expect(says(word)).toBe(false))
})

describe('what is chosen', () => {
  test.each([
    'kubectl config use-context production && kubectl delete ns a',
    'terraform workspace select prod; terraform destroy',
    'source .env.production && npx prisma migrate reset',
    'set -a; . ./.env.prod; set +a; x',
    'cd infra/prod && terragrunt destroy',
    'pushd envs/production/eu',
    'gcloud config set project shop-prod',
    'az account set -s prod',
    'pulumi stack select acme/prod',
    'railway environment production && railway down -y',
    'firebase use prod; firebase firestore:delete -r /',
    'ssh -fNL 5433:db.prod.internal:5432 bastion && psql -p 5433',
    'kubectl port-forward -n production svc/pg 5433:5432 & psql -p 5433',
    'cloud_sql_proxy -instances=acme-prod:eu:db=tcp:5433 & psql -p 5433',
    'cloud-sql-proxy acme-prod:europe-west1:main --port 5433 &',
  ])('%s', (text) => expect(choosesProduction(text)).toBe(true))
  test.each([
    'cd products && ls',
    'cd prod-docs && ls',
    'source .env.development',
    'kubectl config use-context staging',
    'echo prod',
    'git commit -m "prod"',
    'firebase use staging',
    'ssh prod uptime',
    'docker pull app:prod',
    'kubectl port-forward svc/pg 5433 & echo prod',
  ])('%s', (text) => expect(choosesProduction(text)).toBe(false))
})

describe('what code connects to', () => {
  test.each([
    'os.environ["PROD_DATABASE_URL"]',
    'process.env.DATABASE_URL_PROD',
    "connect('postgres://u@prod-db.example.io/app')",
    "host='db.prod.example'",
    'MAIN_PRODUCTION_DB',
  ])('%s', (code) => expect(reachesProduction(code)).toBe(true))
  test.each([
    'if "prod" in url: raise SystemExit',
    '# never in production',
    "env == 'production'",
    'product_url',
    'https://example.com/prod',
    'connect(process.env.DATABASE_URL)',
  ])('%s', (code) => expect(reachesProduction(code)).toBe(false))
})
